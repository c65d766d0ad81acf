/** Why values are missing, in a few words: `5 without insights, 12 lack 10-06 to 10-08, 3 ended 07-31, 37 single days`. */
import { needsInsights, type Metric } from "../catalog/metrics/index.ts";
import { groupBy } from "../cells/group-by.ts";
import { rowName, type Result } from "../cells/result.ts";
import { leastAtEnd, type Gap } from "../meaning/coverage.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { firstDayOf } from "../meaning/segments.ts";
import { plural } from "../text/words.ts";
import { addDays, daysBetween, type Day } from "../time/days.ts";
import { dayName, rangeName } from "./names.ts";

/** More profiles than this are counted, and not named. */
export const mostNamed = 2;
/** Causes of one kind are told together where there are more than this. */
const mostOfKind = 2;
/** Days that this share of the profiles lack are told apart from others. */
const leastShared = 0.1;

type Kind = "insights" | "values" | "began" | "ended" | "lacks";

interface Cause {
  readonly kind: Kind;
  readonly profiles: readonly string[];
  /** The first or the last day with a value; the days that are lacking. */
  readonly days: readonly [Day, Day];
  readonly length: number;
}

/** @param gaps those of a metric. */
export function causesText(result: Result, metric: Metric, gaps: readonly Gap[]): string {
  const causes = gaps
    .flatMap((gap) => causesOf(result, metric, gap))
    .toSorted((one, other) => missingIn(other) - missingIn(one));
  return groupBy(causes, (cause) => groupOf(cause, result))
    .flatMap((same) =>
      same.length > mostOfKind
        ? [textOf(result, same)]
        : same.map((cause) => textOf(result, [cause])),
    )
    .join(", ");
}

const missingIn = ({ profiles, length }: Cause): number => profiles.length * length;

const groupOf = (cause: Cause, { profileCount }: Result): string => {
  const { kind, profiles, days } = cause;
  const isShared = profiles.length >= Math.max(3, leastShared * profileCount);
  return [kind, isSingle(cause), ...(isShared && kind === "lacks" ? days : [])].join(" ");
};

const isSingle = ({ kind, length }: Cause): boolean => kind === "lacks" && length === 1;

function causesOf(result: Result, metric: Metric, { start, end, profiles }: Gap): Cause[] {
  const length = daysBetween(start, end);
  const first = firstDayOf(result, metric);
  const isFirst = start === first;
  const isLast = end === lastDayIn(result, metric, result);
  const cause = { profiles, length, days: [start, end] as const };
  if (isFirst && isLast) {
    const needs = [metric.name, ...(metric.parts ?? [])].some((name) => needsInsights({ name }));
    const kindOf = (id: string): Kind =>
      needs && result.withoutInsights?.has(id) === true ? "insights" : "values";
    return groupBy(profiles, kindOf).map((same) => ({
      ...cause,
      kind: kindOf(same[0]),
      profiles: same,
    }));
  }
  const [next, last] = [addDays(end, 1), addDays(start, -1)];
  if (isFirst && length >= leastAtEnd) return [{ ...cause, kind: "began", days: [next, next] }];
  if (isLast && length >= leastAtEnd) return [{ ...cause, kind: "ended", days: [last, last] }];
  return [{ ...cause, kind: "lacks" }];
}

/** The text of one cause, or of several of a kind. */
function textOf(result: Result, causes: readonly [Cause, ...Cause[]]): string {
  const [{ kind, days }] = causes;
  const profiles = causes.flatMap((cause) => cause.profiles);
  const of = whoText(result, profiles);
  const who = of === "" ? "" : `${of} `;
  const all = causes.flatMap((cause) => cause.days).toSorted();
  const [first, last] = [dayName(all[0] ?? "", result), dayName(all.at(-1) ?? "", result)];
  const when = first === last ? first : `between ${first} and ${last}`;
  switch (kind) {
    case "insights":
      return `${who}without insights`;
    case "values":
      return `${who}without values`;
    case "began":
    case "ended":
      return `${who}${kind} ${when}`;
    case "lacks": {
      const [start, end] = days;
      const verb = of === "" || profiles.length === 1 ? "lacks" : "lack";
      if (causes.length === 1) return `${who}${verb} ${rangeName({ start, end }, result)}`;
      if (causes.every(isSingle)) return plural(profiles.length, "single day");
      const lengths = causes.map(({ length }) => length);
      return `${profiles.length} gaps of ${Math.min(...lengths)} to ${Math.max(...lengths)} days`;
    }
  }
}

/** The names of profiles, or their number; nothing for a result of one. */
function whoText({ profileCount, ...result }: Result, profiles: readonly string[]): string {
  if (profileCount === 1) return "";
  const count = new Set(profiles).size;
  if (count === profileCount) return `all ${count}`;
  return count > mostNamed
    ? String(count)
    : profiles.map((id) => rowName(result, "profile", id)).join(" and ");
}
