/** A goal in a reply: one line of all profiles, as text, CSV and named numbers. */
import { isMissing, isNumber } from "../../numbers/cells/states.ts";
import type { Csv } from "../replies/csv.ts";
import type { Figure, FigureLine } from "../replies/figures.ts";
import type { Block, Note } from "../replies/layout.ts";
import { reasonOf } from "../replies/reasons.ts";
import type { Standing } from "../../numbers/table/goal.ts";
import { formatNumber, formatPercent } from "../../base/text/numbers.ts";
import { plural } from "../../base/text/words.ts";
import { addDays } from "../../base/time/days.ts";
import { goalUnitName } from "../../base/time/goals.ts";
import { numbersCsv } from "./csv.ts";
import { figureOf } from "./figures.ts";
import { dayName, numberText } from "./names.ts";

export function goalBlock(standing: Standing): Block {
  const { goal, column, at, before, base } = standing;
  const sign = goal.isPercent && goal.target > 0 ? "+" : "";
  const size = `${sign}${formatNumber(goal.target)}${goal.isPercent ? " %" : ""}`;
  const comparesDays = before !== undefined && base !== undefined;
  const aim = comparesDays ? `${size} on ${goalUnitName(base)}` : `${size} by ${goal.by}`;
  const pages = plural(column.profiles[0] ?? 0, "profile");
  const next = addDays(at, 1);
  const texts = [
    ...(comparesDays ? sameDaysTexts({ ...standing, before, base }) : countTexts(standing)),
    ...(next > goal.by
      ? []
      : [
          [
            `needed from ${dayName(next, { start: at, end: goal.by })} on`,
            neededText(standing),
          ] as const,
        ]),
  ];
  return {
    title: `goal: ${column.metric.name} ${aim}, all ${pages}`,
    rows: [texts.map(([head]) => head), texts.map(([, text]) => text)],
    below: [...noteOn(standing)],
  };
}

/** Why there is no pace, and whose numbers differ. */
function noteOn({ now, at, atGoal, base, column, throughout }: Standing): Note[] {
  const when = base && (base.start === base.end ? `on ${base.end}` : `in ${goalUnitName(base)}`);
  if (!isNumber(now)) return [isMissing(now) && "There are no values in the range."];
  if (base !== undefined && !isNumber(base.value)) return [`There are no values ${when}.`];
  const count = column.profiles[0] ?? 0;
  return [
    base !== undefined &&
      base.profiles !== count &&
      `${base.profiles} of the ${count} have values ${when}: the rest of the difference is new or without values.`,
    !isNumber(atGoal) && `There is no pace up to ${at}: too few days have values.`,
    isNumber(atGoal) &&
      throughout !== undefined &&
      `The pace is that of the ${plural(throughout, "profile")} with values throughout.`,
  ];
}

type Texts = (readonly [head: string, text: string])[];

/** A sum beside that of the same days a year earlier. */
function sameDaysTexts({
  goal,
  column,
  at,
  now,
  before,
  base,
  behind,
  atGoal,
}: Standing & Required<Pick<Standing, "before" | "base">>): Texts {
  const [until, by] = [at, goal.by].map((day) => dayName(day, { start: at, end: goal.by }));
  const percentOf = (value: number, of: number): string => formatPercent(100 * (value / of - 1));
  return [
    [`to ${until}`, numberText(column, now)],
    [`same days ${base.start.slice(0, 4)}`, numberText(column, before)],
    ["change %", percentOf(now, before)],
    [`${behind < 0 ? "ahead" : "behind"} by ${until}`, wholeText(Math.abs(behind))],
    [`at ${by}`, `${percentOf(atGoal, base.value)} %`],
  ];
}

function countTexts({ goal, column, at, now, base, behind, atGoal }: Standing): Texts {
  const [until, by] = [at, goal.by].map((day) => dayName(day, { start: at, end: goal.by }));
  return [
    [`to ${until}`, numberText(column, now)],
    ...(base === undefined ? [] : [[`at ${base.end}`, numberText(column, base.value)] as const]),
    [behind < 0 ? "ahead" : "missing", wholeText(Math.abs(behind))],
    [`at ${by}`, wholeText(atGoal)],
  ];
}

/** Counts stay counts: what is made of a pace is not more exact than they are. */
const wholeText = (value: number): string => formatNumber(Math.round(value));

function neededText({ before, base, needed }: Standing): string {
  if (!isNumber(needed)) return formatNumber(Number.NaN);
  return before === undefined || base === undefined
    ? `${formatNumber(Math.max(0, needed))} a day`
    : `${formatPercent(needed)} % on the same days of ${base.start.slice(0, 4)}`;
}

/** By the names of CSVs and references. */
const numbersOf = ({ now, before, base, behind, atGoal, needed }: Standing): [string, number][] =>
  Object.entries({
    now,
    ...((before ?? base) !== undefined && { before: before ?? base?.value ?? Number.NaN }),
    behind,
    at_goal: atGoal,
    needed,
  });

export function goalCsv(standing: Standing): Csv {
  const { name } = standing.column.metric;
  const columns = numbersOf(standing).map(([number, value]) => ({
    name: number === "now" ? name : `${name}:${number}`,
    is: { metric: name, number },
    values: Float64Array.of(value),
  }));
  return numbersCsv({ heads: [], names: [], keys: [], rowCount: 1 }, columns);
}

export function goalLine(standing: Standing): FigureLine {
  const { column } = standing;
  const none = reasonOf("no_value", { text: "the goal has no such number" });
  const numbers = numbersOf(standing).map(([number, value]): [string, Figure] => [
    number,
    figureOf(column, value, none),
  ]);
  const [count = 0] = column.profiles;
  const metrics = new Map([[column.metric.name, Object.fromEntries(numbers)]]);
  return { name: `all ${count}`, metrics, coverage: new Map(), profiles: count };
}
