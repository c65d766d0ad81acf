/** Goals: where a number will stand on a day, at its pace so far. */
import { isNumber } from "../cells/states.ts";
import { countFigure } from "../replies/figures.ts";
import { formatNumber } from "../text/numbers.ts";
import { missingText, type Formats } from "./formats.ts";
import { branch, type Branch, type Goal, type Node } from "./nodes.ts";

/** `97300 by 12-31: 2700 short`; from its last day on, the number that it has. */
export function paceText(goal: Goal, formats: Formats): string {
  const isOver = goal.at >= goal.to[0];
  const projected = isOver ? goal.now.figure.value : goal.atGoal;
  if (!isNumber(projected)) return missingText;
  const [day, target] = goal.to;
  const { scale, unit } = goal.now.figure;
  // Counts stay counts: a projection is not more exact than they are.
  const isCount = [goal.from[1], target, goal.now.figure.value].every(Number.isInteger);
  const shown = isCount ? Math.round(projected) : projected;
  const difference = shown - target;
  const text = (value: number): string =>
    [formats.localised(formatNumber(value * scale)), unit].filter(Boolean).join(" ");
  const verdict =
    difference === 0
      ? "as planned"
      : `${text(Math.abs(difference))} ${difference < 0 ? "short" : "ahead"}`;
  return `${text(shown)} ${isOver ? "on" : "by"} ${formats.day(isOver ? goal.at : day)}: ${verdict}`;
}

/** `goals.fans.now`, `.target`, `.start`. */
export function goalsNode(goals: ReadonlyMap<string, Goal>): Branch {
  const entries = Array.from(goals, ([name, goal]) => {
    const plan = (number: string, [day, value]: Goal["to"]): (() => Node) => {
      const figure = { ...countFigure(value), text: formatNumber(value) };
      const subject = "set by the author";
      const period = { start: day, end: day };
      const own = { reference: `goals.${name}.${number}`, number, subject, period };
      const source = { ...goal.now.source, ...own, coverage: Number.NaN, age: "" };
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
