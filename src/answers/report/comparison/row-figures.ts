/** The numbers of a row of a comparison, with why one is missing. */
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { isMissing, isNumber } from "../../../numbers/cells/states.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { otherGroups } from "../../../numbers/meaning/groups.ts";
import {
  countFigure,
  missingFigure,
  type Figure,
  type FigureLine,
  type Numbers,
} from "../../replies/figures.ts";
import { groupsIn } from "../../../numbers/table/compare.ts";
import {
  comparedColumn,
  numberColumn,
  populationColumn,
  type LineNumber,
  type Population,
} from "../../../numbers/table/compared-columns.ts";
import { haveSameWeekdays } from "../../../numbers/table/changes.ts";
import { coverageAt, profileOf } from "../../../numbers/table/table.ts";
import { formatPercent } from "../../../base/text/numbers.ts";
import { figureOf } from "../figures.ts";
import { absent, noPercent, otherWeekdays, reasonOf, type Reason } from "../../replies/reasons.ts";
import { changeFigure } from "./lines.ts";
import { groupReason, metricsOf, sidesOf } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";

type Shown = Pick<ShownComparison, "comparison" | "table">;

/** The numbers of a row of one population. */
function numbersOf(shown: Shown, metric: Metric, row: number, population: Population): Numbers {
  const { table } = shown;
  const valueOf = (number: LineNumber): number =>
    numberAt(populationColumn(table, metric, number, population).values, row);
  const column = numberColumn(table, metric, "now");
  const [now, before, change] = [valueOf("now"), valueOf("before"), valueOf("change")];
  const why = whyNotComparedAt(shown, metric, row, { now, before, population });
  const ofBreak = isBroken(shown, metric, row) ? reasonOf("break") : undefined;
  const figure = (value: number, missing: Reason): Figure =>
    figureOf(column, value, missing, ofBreak);
  const percent = valueOf("change_percent");
  const { hasEqualDays } = numberColumn(table, metric, "change");
  const none = reasonOf("no_value");
  // A number without percentages has none where it has a change, whatever its profiles.
  const whyPercent =
    isNumber(change) && metric.kind.change !== "percent"
      ? noPercent
      : isNumber(change) && !haveSameWeekdays(shown.comparison.now, shown.comparison.before)
        ? otherWeekdays
        : why;
  return {
    now: figure(now, none),
    before: figure(before, none),
    change: {
      ...figure(change, why),
      ...(hasEqualDays === false && { isAtEqualDays: true }),
      ...(isNumber(change) && changeFigure(column, change, now, before)),
    },
    change_percent: {
      ...figure(percent, whyPercent),
      ...(isNumber(percent) && { text: formatPercent(percent) }),
      unit: "%",
      scale: 1,
    },
  };
}

/** The numbers of a row that can hold several profiles: changes are of the same ones; those of all are of totals alone. */
function numbersOfBoth(
  ofAll: Numbers,
  { now, before, profiles, ...changes }: Numbers,
  isTotal: boolean,
  count: number,
): Numbers {
  const { now: allNow, before: allBefore, change, change_percent } = ofAll;
  return withoutEmpty({
    now: allNow,
    before: allBefore,
    same_now: now,
    same_before: before,
    ...changes,
    ...(isTotal && { all_change: change, all_change_percent: change_percent }),
    profiles: countFigure(count),
    same_profiles: profiles,
  });
}

/** The numbers of a row of a table whose numbers are all of the same profiles: each form has a name of its own. */
function formNumbers(shown: Shown, metric: Metric, row: number): Numbers {
  const { before: usual, now, ...changes } = numbersOf(shown, metric, row, "same");
  if (shown.table.usual === undefined) {
    const { method, isPerProfile } = numberColumn(shown.table, metric, "now");
    const form = isPerProfile === true ? "per_profile" : method;
    return withoutEmpty({ [form]: now, before: usual, ...changes });
  }
  const ends = (["lowest", "highest"] as const).map((name) => {
    const column = required(comparedColumn(shown.table, metric, name), name);
    const missing = usual?.why ?? reasonOf("no_value");
    return [name, figureOf(column, numberAt(column.values, row), missing)] as const;
  });
  return withoutEmpty({ now, usual, ...Object.fromEntries(ends), ...changes });
}

const withoutEmpty = (numbers: Readonly<Record<string, Figure | undefined>>): Numbers =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([name, number]) => (number ? [[name, number]] : [])),
  );

/** Those of the profiles that are compared; a single profile may not be. */
function numbersOfSame(shown: Shown, metric: Metric, row: number): Numbers {
  const { table, comparison } = shown;
  const numbers = numbersOf(shown, metric, row, "same");
  const counted = comparedColumn(table, metric, "same_now");
  const profile = profileOf(shown.table, row) ?? comparison.now.days.profiles[0] ?? "";
  const isSame = groupsIn(table, metric).get(profile)?.kind === "same";
  const count = counted === undefined ? Number(isSame) : numberAt(counted.profiles, row);
  if (count > 0) return { ...numbers, profiles: countFigure(count) };
  const why = numbers["change"]?.why ?? reasonOf("no_value");
  const none = Object.keys(numbers).map((name) => [name, missingFigure(why)] as const);
  return { ...Object.fromEntries(none), profiles: countFigure(0) };
}

/** The number of each side of a break that divides a range, under its own name. */
const sideNumbers = ({ comparison, table }: Shown, metric: Metric, row: number) =>
  sidesOf(comparison, table, metric).map(({ column, isNow, side }) => {
    const figure = figureOf(column, numberAt(column.values, row), reasonOf("no_value"));
    return [`${metric.name} ${side}`, { [isNow ? "now" : "before"]: figure }] as const;
  });

/** Why a row has no change, or none in percent. */
function whyNotComparedAt(
  shown: Shown,
  metric: Metric,
  row: number,
  { now, before, population }: { now: number; before: number; population: Population },
): Reason {
  const { table, comparison } = shown;
  const isOne = comparison.now.profileCount === 1;
  const profile =
    profileOf(shown.table, row) ?? (isOne ? comparison.now.days.profiles[0] : undefined);
  const reason = profile === undefined ? undefined : groupReason(shown, metric, profile);
  if (reason !== undefined) return reason;
  if (isBroken(shown, metric, row)) return reasonOf("break");
  const beside = otherGroups(groupsIn(table, metric));
  if (population === "everyone" && beside.length > 0) {
    const hasGaps = beside.some(({ kind }) => kind === "gaps");
    if (metric.kind.overProfiles !== "sum") return reasonOf("other_profiles");
    if (hasGaps) return reasonOf("gaps");
  }
  if (isMissing(now)) return absent("no value now");
  if (isMissing(before)) return absent("no value before");
  if (!isNumber(now) || !isNumber(before)) return reasonOf("not_combined");
  if (metric.kind.change !== "percent") return noPercent;
  return before === 0
    ? reasonOf("no_percent", { text: "a change from 0 has no percentage" })
    : reasonOf("not_alike", { word: "not comparable" });
}

/** True where a break lies in one of the ranges of a row, or between them. */
function isBroken({ table }: Shown, metric: Metric, row: number): boolean {
  const [now, before] = (["now", "before"] as const).map((number) =>
    numberColumn(table, metric, number).countedAt?.(row),
  );
  return now === undefined || now !== before;
}

/** The numbers of a row: of all profiles, and of the same ones where it can hold several. */
export function lineOf(shown: Shown, row: number, name: string, isTotal = false): FigureLine {
  const { table } = shown;
  const metrics = metricsOf(table);
  // The question decides which numbers a row has; the number of pages does not.
  const hasSeveralProfiles = isTotal || !table.dimensions.some(({ type }) => type === "profile");
  const coverageIn = (population: Population): Map<string, number> =>
    new Map(
      metrics.map((metric) => {
        const column = populationColumn(table, metric, "now", population);
        return [metric.name, coverageAt(column, row)];
      }),
    );
  const [first] = metrics;
  const countOf = (at: number): number =>
    numberAt(numberColumn(table, required(metrics[at], "a metric"), "now").profiles, row);
  if (table.hasSameProfiles === true) {
    const ofSame = metrics.map((metric, at): [string, Numbers] => [
      metric.name,
      {
        ...formNumbers(shown, metric, row),
        ...(hasSeveralProfiles && { profiles: countFigure(countOf(at)) }),
      },
    ]);
    const profiles = hasSeveralProfiles ? { profiles: countOf(0) } : {};
    return { name, metrics: new Map(ofSame), coverage: coverageIn("same"), ...profiles };
  }
  const same = metrics.map((metric) => [metric.name, numbersOfSame(shown, metric, row)] as const);
  const numbers = metrics.flatMap((metric, at) => {
    const ofAll = numbersOf(shown, metric, row, "everyone");
    const ofSame = same[at]?.[1] ?? {};
    const named = hasSeveralProfiles ? numbersOfBoth(ofAll, ofSame, isTotal, countOf(at)) : ofAll;
    return [[metric.name, named] as const, ...sideNumbers(shown, metric, row)];
  });
  const line = { name, metrics: new Map(numbers), coverage: coverageIn("everyone") };
  if (!hasSeveralProfiles || first === undefined) return line;
  const profiles = same[0]?.[1]["profiles"]?.value ?? 0;
  const ofSame = { metrics: new Map(same), coverage: coverageIn("same"), profiles };
  return { ...line, profiles: countOf(0), same: sameOf(name, ofSame) };
}

/** `the same 212 of all 250`; `the same 212 or 240 of all 250` where metrics differ. */
function sameOf(name: string, line: Omit<FigureLine, "name">): FigureLine {
  const counts = Array.from(line.metrics.values(), ({ profiles }) => profiles?.text ?? "");
  return { ...line, name: `the same ${[...new Set(counts)].join(" or ")} of ${name}` };
}
