/** The numbers of a row, each by one name: in CSVs, conditions, orders, references, structured content and rules of digests. */
import { dimensions } from "./dimensions.ts";

interface NumberTraits {
  /** Above a column of it. */
  readonly title: string;
  /** After the name of its metric in a sentence; the metric alone where the range tells which number it is. */
  readonly word: string;
  /** That of the metric, which for a change of a rate is points. */
  readonly unit: "metric" | "percent" | "count";
  /** The range that it is of. */
  readonly of: "now" | "before" | "both";
  /** Names that are read as this one, and never written. */
  readonly synonyms?: readonly string[];
}

const amount = { word: "", unit: "metric", of: "now" } as const;
const change = { word: "change", unit: "metric", of: "both" } as const;
const inPercent = { ...change, unit: "percent" } as const;
const share = { unit: "percent", of: "now" } as const;

/**
 * `now` and `before` are of all profiles of a row; `change` and `change_percent` of the same profiles in both ranges, where a
 * row can hold several; those of all profiles are `all_…`.
 */
export const numberTraits = {
  now: { ...amount, title: "now", synonyms: ["value"] },
  before: { ...amount, of: "before", title: "before", synonyms: ["previous"] },
  /** Of `compare_to: usual`: the mean of the ranges before, the lowest and the highest of them. */
  usual: { ...amount, of: "before", title: "usual" },
  lowest: { ...amount, of: "before", word: "lowest", title: "lowest" },
  highest: { ...amount, of: "before", word: "highest", title: "highest" },
  same_now: { ...amount, title: "now of the same", synonyms: ["same"] },
  same_before: {
    ...amount,
    of: "before",
    title: "before of the same",
    synonyms: ["same_previous"],
  },
  change: { ...change, title: "change", synonyms: ["same_change"] },
  change_percent: {
    ...inPercent,
    title: "change %",
    synonyms: ["same_change_percent", "per_day_percent", "same_per_day_percent"],
  },
  all_change: { ...change, title: "change of all" },
  all_change_percent: { ...inPercent, title: "change % of all" },
  /** The change of a row in percent of the base of all rows. */
  contribution: { ...inPercent, word: "contribution", title: "contribution %" },
  share: { ...share, word: "share", title: "share now %" },
  before_share: {
    ...share,
    of: "before",
    word: "share",
    title: "share before %",
    synonyms: ["previous_share"],
  },
  points: { ...inPercent, word: "points", title: "points" },
  change_share: { ...inPercent, word: "share of the change", title: "share of the change %" },
  /** Of a goal: what is missing, the number on its day at the pace so far, what is needed from now on. */
  behind: { ...amount, word: "behind", title: "behind" },
  at_goal: { ...amount, word: "at the goal", title: "at the goal" },
  needed: { ...amount, word: "needed", title: "needed" },
  /** The mean of the last days, by day. */
  window: { ...amount, word: "mean of 7 days", title: "mean of 7 days" },
  coverage: { ...share, word: "coverage", title: "covered %" },
  profiles: { ...amount, unit: "count", word: "pages", title: "profiles" },
  same_profiles: { ...amount, unit: "count", word: "pages", title: "same profiles" },
} as const satisfies Record<string, NumberTraits>;

export type NumberName = keyof typeof numberTraits;

export const isNumberName = (text: string): text is NumberName => Object.hasOwn(numberTraits, text);

/** The numbers of the same profiles, of a row that can hold several. */
export const isNumberOfSame = (name: string): boolean =>
  ["same_now", "same_before", "same_profiles", "change", "change_percent"].some(
    (number) => number === name,
  );

export const numberNames: readonly NumberName[] = Object.keys(numberTraits).filter(isNumberName);

const traitsOf = (name: NumberName): NumberTraits => numberTraits[name];

const named = new Map(
  numberNames.flatMap((name) =>
    [name, ...(traitsOf(name).synonyms ?? [])].map((text) => [text, name]),
  ),
);

/** The number of a name or a synonym; undefined for any other text. */
export const numberNamed = (text: string): NumberName | undefined => named.get(text);

/** Those of a row of a comparison that conditions and orders take, in the order of its CSV. */
export const comparedNumbers = [
  "before",
  "usual",
  "lowest",
  "highest",
  "same_now",
  "same_before",
  "change",
  "change_percent",
  "contribution",
] as const satisfies readonly NumberName[];

/** Shares of both ranges, their difference, and the part of a row in the change. */
export const comparedShareNumbers = [
  "share",
  "before_share",
  "points",
  "change_share",
] as const satisfies readonly NumberName[];

/** The numbers that conditions and orders can name. */
const conditionNumbers = ["now", ...comparedNumbers, "coverage"] as const;
export type ConditionNumber = (typeof conditionNumbers)[number];

/** Returns the number that a condition or an order names; undefined if the text names none. */
export const conditionNumber = (text: string): ConditionNumber | undefined =>
  conditionNumbers.find((name) => name === numberNamed(text));

const otherNames: readonly string[] = ["name", "profile_name", "profiles"];

/** True for dimensions, grains of time, numbers of a row, and the codes of a legend. */
export const isColumnName = (name: string): boolean =>
  conditionNumber(name) !== undefined ||
  otherNames.includes(name) ||
  dimensions.some((type) => type === name || type === `date.${name}`) ||
  /^([A-Z]|s\d+)$/.test(name);
