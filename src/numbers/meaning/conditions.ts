/** Conditions on the rows of a table, as `where` writes them: `insights_views:change_percent < 0`. */
import { conditionNumber, numberTraits, type ConditionNumber } from "../../catalog/numbers.ts";
import { inputError, type ToolError, required } from "../../base/errors/tool-error.ts";

export interface Condition {
  readonly text: string;
  /** Undefined for the first metric. */
  readonly metric: string | undefined;
  readonly number: ConditionNumber;
  /** Whether larger or smaller numbers meet it. */
  readonly side: "<" | ">";
  readonly bound: number;
  /** The bound is in percent. */
  readonly isPercent: boolean;
  readonly isMet: (value: number) => boolean;
}

const operators: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
};

const shape = /^\s*(.*?[^\s<>=])\s*([<>]=?)\s*([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(%?)\s*$/i;

/** @throws ToolError `invalid_input` for a text of another form. */
export function readCondition(text: string): Condition {
  const [, left = "", operator = "", bound, sign] = shape.exec(text) ?? [];
  const compare = operators[operator];
  if (compare === undefined || /[<>]/.test(left)) throw conditionError(text);
  return {
    text,
    ...readNumber(left),
    side: operator.startsWith("<") ? "<" : ">",
    bound: Number(bound),
    isPercent: sign === "%",
    isMet: (value) => compare(value, Number(bound)),
  };
}

/** Names and equations are no conditions on numbers. */
function conditionError(text: string): ToolError {
  const [, name = "", operator = "", value = ""] =
    /^\s*(profile_labels?|labels?|profiles?|name)\s*(=|==|:|is|in|contains)\s*(.+?)\s*$/i.exec(
      text,
    ) ?? [];
  const argument = /label/i.test(name) ? "labels" : "profiles";
  if (name !== "")
    return inputError(
      `${JSON.stringify(text.slice(0, 80))}: ${argument} are no condition`,
      operator === "contains"
        ? "Leave it out; list_profiles with name_contains finds the names to write in profiles."
        : `Leave it out, and write ${argument}: ${JSON.stringify([value.replaceAll(/^["']|["']$/g, "").slice(0, 80)])}.`,
    );
  const [, between = "", low = "", high = ""] =
    /^\s*(\S+)\s+between\s+(\S+)\s+and\s+(\S+)\s*$/i.exec(text) ?? [];
  if (between !== "")
    return inputError(
      `${JSON.stringify(text.slice(0, 80))} is two conditions`,
      `Write where: ${JSON.stringify([`${between} >= ${low}`, `${between} <= ${high}`])}.`,
    );
  const several = text.split(/\s+(?:and|&&?)\s+/i);
  if (several.length > 1)
    return inputError(
      `${JSON.stringify(text.slice(0, 80))} is several conditions`,
      `Write each as one text of the list: where: ${JSON.stringify(several.map((condition) => condition.trim().slice(0, 80)))}.`,
    );
  const isEquation = /[^<>=!]={1,2}[^=]/.test(text);
  return inputError(
    `${JSON.stringify(text.slice(0, 80))} is not a condition${isEquation ? "; there is no =; write >= and <=" : ""}`,
    'Write a metric, an operator (>, >=, <, <=) and a number: "fans_lifetime >= 50000", "insights_views:change_percent < 0", "coverage >= 90".',
  );
}

/**
 * The numbers that a condition on a rate compares: percentages where the bound is one.
 * @param toPercent what makes the number of the metric a percentage; undefined for one that is no rate.
 * @throws ToolError `invalid_input` for a bound that can only be meant in percent.
 */
export function comparedWith(
  { text, number, bound, isPercent }: Condition,
  numbers: readonly number[],
  toPercent: number | undefined,
): readonly number[] {
  if (numberTraits[number].unit !== "metric") return numbers;
  if (toPercent === undefined && isPercent)
    throw inputError(
      `${text} compares a number with a percentage, and it is no rate`,
      "Write the bound as replies write the number. Only change_percent of a comparison, and ratios whose names end in _rate, are in percent.",
    );
  if (toPercent === undefined) return numbers;
  if (!isPercent && toPercent > 1 && Math.abs(bound) > 1)
    throw inputError(
      `${text} compares a rate with ${bound}, which is ${bound * toPercent} %`,
      `Write ${bound}% for a percentage, or ${bound / toPercent} for its share.`,
    );
  return isPercent ? numbers.map((value) => value * toPercent) : numbers;
}

/**
 * A number by the name of its column.
 * @example readNumber("insights_views:change") // { metric: "insights_views", number: "change" }
 */
export function readNumber(text: string): Pick<Condition, "metric" | "number"> {
  const colon = text.lastIndexOf(":");
  const number = conditionNumber(text.slice(colon + 1));
  if (colon === 0 || number === undefined) return { metric: text, number: "now" };
  return { metric: colon === -1 ? undefined : text.slice(0, colon), number };
}

interface Matching {
  readonly keys: ReadonlySet<string>;
  /** Of the rows that are shown, how many match. */
  readonly count: number;
  readonly note: string;
}

/**
 * The keys of the rows that meet all conditions.
 * @param numbers of each condition, by row; a missing or withheld number never matches.
 * @param shown the keys of the rows that are shown; all (default).
 */
export function matchingOf(
  conditions: readonly Condition[],
  numbers: readonly (readonly number[])[],
  keys: readonly string[],
  shown: ReadonlySet<string> = new Set(keys),
): Matching {
  const hasNumbers = (row: number): boolean => numbers.every((list) => Number.isFinite(list[row]));
  const isIn = (row: number): boolean =>
    conditions.every(({ isMet }, place) => isMet(required(numbers[place]?.[row], "a number")));
  const matches = new Set(keys.filter((_, row) => hasNumbers(row) && isIn(row)));
  const count = [...shown].filter((key) => matches.has(key)).length;
  const lacking = keys.filter((key, row) => shown.has(key) && !hasNumbers(row)).length;
  const without = lacking === 0 ? "" : `, ${lacking} without a value to compare`;
  const texts = conditions.map(({ text }) => text.trim()).join(" and ");
  return { keys: matches, count, note: `${texts}: ${count} of ${shown.size} match${without}.` };
}
