/** The numbers of a reply by the names under which programs read them, and texts of reports refer to them. */
import { breakdowns } from "../../catalog/dimensions.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import { reasonOf, type Reason } from "./reasons.ts";
import { plural } from "../../base/text/words.ts";
import type { Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";

export interface Figure {
  /** As in the CSV; NaN is missing, an infinite number withheld. */
  readonly value: number;
  /** The number as replies write it: `+4.1`. */
  readonly text: string;
  readonly unit: "" | "%" | "points";
  /** What makes the value the number of the text: 100 for a fraction that is written in percent. */
  readonly scale: number;
  /** Of a change: the number before is taken at the days of the number now. */
  readonly isAtEqualDays?: boolean;
  /** Why there is no number. */
  readonly why?: Reason | undefined;
}

export const missingFigure = (why: Reason): Figure => ({
  value: Number.NaN,
  text: "–",
  unit: "",
  scale: 1,
  why,
});

export const countFigure = (value: number): Figure => ({
  value,
  text: String(value),
  unit: "",
  scale: 1,
});

/** The numbers of a metric by name: `now`, `change_percent`, `median`. */
export type Numbers = Readonly<Record<string, Figure>>;

/** The numbers of a row, or of all rows. */
export interface FigureLine {
  readonly name: string;
  readonly metrics: ReadonlyMap<string, Numbers>;
  /** By metric, the share of the profile-days that have a value; NaN where it is not known. */
  readonly coverage: ReadonlyMap<string, number>;
  /** The number of profiles that the first metric is of; each metric has its own. */
  readonly profiles?: number | undefined;
  /** Of a post, its texts by column; those of authors are untrusted. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Of a comparison, the same profiles in both ranges, where the row can hold several. */
  readonly same?: FigureLine | undefined;
}

/** A row or a total that does not exist, with the names of the numbers and texts of another. */
export const blankLine = (
  { metrics, same, texts, profiles }: FigureLine,
  name: string,
  why: Reason,
): FigureLine => ({
  name,
  metrics: new Map(
    Array.from(metrics, ([metric, numbers]): [string, Numbers] => [
      metric,
      Object.fromEntries(Object.keys(numbers).map((number) => [number, missingFigure(why)])),
    ]),
  ),
  coverage: new Map(),
  ...(profiles !== undefined && { profiles: Number.NaN }),
  ...(texts && { texts: new Map([...texts.keys()].map((text) => [text, ""])) }),
  ...(same && { same: blankLine(same, name, why) }),
});

/**
 * The numbers of the rows that meet the conditions of a question; undefined for a question without conditions.
 * @param keys of these rows. @param matched their total, where they are profiles and not all.
 */
export function matchingLine(
  total: FigureLine | undefined,
  keys: ReadonlySet<string> | undefined,
  matched: FigureLine | undefined,
  areProfiles: boolean,
): FigureLine | undefined {
  if (keys === undefined || total === undefined) return undefined;
  const name = areProfiles ? `the ${plural(keys.size, "page")} that match` : "the rows that match";
  if (matched !== undefined) return { ...matched, name };
  if (keys.size > 0 && areProfiles) return { ...total, name };
  const text =
    keys.size === 0
      ? "no row meets the conditions"
      : "only rows of profiles have a total of those that match";
  const why = reasonOf("no_value", { text });
  return { ...blankLine(total, name, why), ...(keys.size === 0 && { profiles: 0 }) };
}

/** The names of dimensions in references. */
export const lineNames = ["profile", "label", "date", "network", "group", ...breakdowns] as const;

export interface FigureDimension {
  readonly name: (typeof lineNames)[number];
  readonly rows: readonly string[];
  /** The ids of the rows, which stay when names change. */
  readonly ids?: readonly string[];
  /** The names as tables show them: a star marks a part of a week. */
  readonly shown?: readonly string[];
  /** Of rows of time, their days. */
  readonly ranges?: readonly (Range | undefined)[];
  /** Rows of time, in their order; those of dates are (default). */
  readonly isTime?: boolean;
  /** By row, the place of its name. */
  readonly keys: ArrayLike<number>;
}

export interface Figures {
  readonly network: string;
  readonly period: Range;
  /** Of a comparison. */
  readonly before?: Range;
  /** Numbers of all rows; undefined where rows are never combined. */
  readonly total?: FigureLine;
  /** Numbers of the rows that meet the conditions of the question. */
  readonly matching?: FigureLine | undefined;
  /** Where the first metric stands on the way to the goal of the question. */
  readonly goal?: FigureLine | undefined;
  readonly dimensions: readonly FigureDimension[];
  readonly rowCount: number;
  /** Which part of the posts the numbers are of; undefined for all. */
  readonly part?: string | undefined;
  line(row: number): FigureLine;
  /** The names that rows can have, where there may be no rows; those of a row, or of the total (default). */
  readonly blank?: FigureLine | undefined;
  /** Rows by the number now of the first metric, the highest first, and by the change. */
  readonly order: Readonly<Record<"rank" | "rose" | "fell", readonly number[]>>;
  /** The first rows of `rank`, found without ranking all; those of `rank` itself (default). */
  readonly highest?: (most: number) => readonly number[];
  /** Whether a row meets the conditions of the question; all rows do (default). */
  readonly isAmong?: ((row: number) => boolean) | undefined;
  /** Rows without a number to rank by, of those that meet the conditions: tables have them last. */
  readonly unranked?: () => readonly number[];
  /** The rows that the question shows. */
  readonly top?: number | undefined;
  /** By metric, the last day that counts, where it is before the end of the period. */
  readonly lastDays?: ReadonlyMap<string, Day>;
  /** The pages without values on some days, of each network. */
  readonly missing?: readonly MissingPages[];
}

/** Why a page lacks values: its insights are off, it has none, it began or ended on a day, or it lacks single days. */
export const missingKinds = ["insights", "values", "ended", "began", "lacks"] as const;

export interface MissingPage {
  readonly name: string;
  readonly kind: (typeof missingKinds)[number];
  /** Of a page that began or ended: its first or last day with a value. */
  readonly date?: Day | undefined;
}

export interface MissingPages {
  readonly network: string;
  /** The ids of all pages. */
  readonly pages: readonly string[];
  /** By id. */
  readonly missing: ReadonlyMap<string, MissingPage>;
}

/** Rows that meet the conditions of the question, in their own order. */
export function matchingRows({ rowCount, isAmong }: Figures): number[] {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return isAmong === undefined ? rows : rows.filter(isAmong);
}

export const orders = ["rank", "rose", "fell"] as const;

/** The most numbers of rows, and rows of each order, that a document has; the CSV has all. */
const [mostNumbers, mostOrdered] = [5000, 25];

type Json = Readonly<Record<string, unknown>>;

/** The codes of the reasons: `why` of the first number that is missing, `change_why` of a change with another. */
function whyOf(numbers: Numbers): Json {
  const missing = Object.values(numbers).find(({ value }) => !isNumber(value));
  const { change } = numbers;
  const [why, ofChange] = [missing?.why, isNumber(change?.value ?? 0) ? undefined : change?.why];
  return {
    ...(why && { why: why.code, ...(why.date && { date: why.date, bound: why.bound }) }),
    ...(ofChange && ofChange.code !== why?.code && { change_why: ofChange.code }),
  };
}

/** Numbers by name; `null` for a missing number, with its reason. */
const jsonOfLine = ({ metrics, profiles, same }: FigureLine): Json => ({
  ...(profiles !== undefined && { profiles }),
  ...Object.fromEntries(
    Array.from(metrics, ([metric, numbers]) => [
      metric,
      {
        ...Object.fromEntries(
          Object.entries(numbers).map(([name, { value }]) => [
            name,
            isNumber(value) ? value : null,
          ]),
        ),
        ...whyOf(numbers),
      },
    ]),
  ),
  ...(same !== undefined && { same: jsonOfLine(same) }),
});

/** The numbers of a reply as a document: `total.insights_views.now`, `profile["Brand 12"].insights_views.now`. */
export function jsonOf(figures: Figures): Json {
  const { period, before, total, matching, goal, dimensions, rowCount, order, highest } = figures;
  const [dimension, ...otherDimensions] = dimensions;
  const sizeOf = ({ metrics }: FigureLine): number =>
    [...metrics.values()].reduce((sum, named) => sum + Object.keys(named).length, 0);
  // Lines are made only where a document has room for them.
  const isByName =
    dimension !== undefined &&
    otherDimensions.length === 0 &&
    rowCount > 0 &&
    rowCount * sizeOf(figures.line(0)) <= mostNumbers;
  const namedLine = (row: number): Json => {
    const line = figures.line(row);
    return { name: line.name, ...jsonOfLine(line) };
  };
  const firstOf = (name: (typeof orders)[number]): readonly number[] =>
    (name === "rank" && highest?.(mostOrdered)) || order[name].slice(0, mostOrdered);
  const lines = isByName ? matchingRows(figures).map((row) => figures.line(row)) : [];
  return {
    period,
    ...(before && { before: { period: before } }),
    ...(total && { total: jsonOfLine({ ...total, same: undefined }) }),
    ...(total?.same && { same: jsonOfLine(total.same) }),
    ...(matching && { matching: jsonOfLine(matching) }),
    ...(goal && { goal: jsonOfLine(goal) }),
    ...(isByName && {
      [dimension.name]: Object.fromEntries(
        lines.map((line) => [line.name, jsonOfLine(line)] as const),
      ),
    }),
    // The question decides which lists there are, and not its numbers.
    ...Object.fromEntries(
      orders
        .filter((name) => dimension !== undefined && (name === "rank" || before !== undefined))
        .map((name) => [name, firstOf(name).map(namedLine)]),
    ),
  };
}
