/** Goals: where a number will stand on a day, at its pace so far. */
import { isNumber } from "../../numbers/cells/states.ts";
import { countFigure } from "../../answers/replies/figures.ts";
import { formatNumber } from "../../base/text/numbers.ts";
import type { Formats } from "./formats.ts";
import { branch, type Branch, type Goal, type Node } from "./nodes.ts";

/** `At the pace so far 97,300 on December 31, 2026: 2,700 short of the goal of 100,000.`; undefined without a pace. */
export function paceText(goal: Goal, formats: Formats): string | undefined {
  const { now, at, atGoal, to } = goal;
  const [day, target] = to;
  const isOver = at >= day;
  const projected = isOver ? now.figure.value : atGoal;
  if (!isNumber(projected)) return undefined;
  // Counts stay counts: a projection is not more exact than they are.
  const isCount = [goal.from[1], target, now.figure.value].every(Number.isInteger);
  const shown = isCount ? Math.round(projected) : projected;
  const written = (value: number): string =>
    formats.figure({ ...now.figure, value, text: formatNumber(value * now.figure.scale) });
  return formats.phrases.pace({
    projected: written(shown),
    on: formats.days({ start: day, end: day }),
    target: written(target),
    difference: written(Math.abs(shown - target)),
    direction: shown === target ? "reached" : shown < target ? "short" : "ahead",
    isOver,
  });
}

/** `goals.fans.now`, `.target`, `.start`. */
export function goalsNode(goals: ReadonlyMap<string, Goal>): Branch {
  const entries = Array.from(goals, ([name, goal]) => {
    const plan = (number: string, [day, value]: Goal["to"]): (() => Node) => {
      const figure = { ...countFigure(value), text: formatNumber(value) };
      const subject = "set by the author";
      const period = { start: day, end: day };
      const planSource = { reference: `goals.${name}.${number}`, number, subject, period };
      const source = {
        ...goal.now.source,
        ...planSource,
        coverage: Number.NaN,
        fetched: undefined,
      };
      return () => ({ kind: "figure", figure, source });
    };
    const source = { ...goal.now.source, reference: `goals.${name}.now` };
    const numbers = new Map<string, () => Node>([
      ["now", () => ({ ...goal.now, source })],
      ["start", plan("start", goal.from)],
      ["target", plan("target", goal.to)],
    ]);
    return [name, () => branch(numbers, { goal })] as const;
  });
  return branch(new Map(entries));
}
