/** The numbers of a comparison, for references. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Work } from "../../async/work.ts";
import { rowKey } from "../../cells/axis.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { Comparison } from "../../cells/result.ts";
import { onlyLabelled } from "../../cells/select.ts";
import { isMissing, isNumber } from "../../cells/states.ts";
import { sameProfiles } from "../../meaning/groups.ts";
import {
  countFigure,
  matchingLine,
  missingFigure,
  type Figure,
  type FigureLine,
  type Figures,
  type Numbers,
} from "../../replies/figures.ts";
import { compare, groupsIn, type ComparedTable } from "../../table/compare.ts";
import {
  allColumn,
  comparedColumn,
  rowColumn,
  type BothName,
} from "../../table/compared-columns.ts";
import { rankedPlaces } from "../../table/rank.ts";
import { coverageAt } from "../../table/table.ts";
import { formatPercent } from "../../text/numbers.ts";
import { figureDimensions, figureOf, lineName } from "../figures.ts";
import { absent, noPercent, reasonOf, type Reason } from "../../replies/reasons.ts";
import { changeFigure } from "./lines.ts";
import { comparedRanks } from "./ranks.ts";
import { groupReason, metricsOf, sidesOf } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";

type Shown = Pick<ShownComparison, "comparison" | "table">;

interface Population {
  readonly isOfSame: boolean;
  /** The row can hold several profiles. */
  readonly isOfSeveral: boolean;
}

/** The numbers of one population. */
function numbersOf(
  shown: Shown,
  metric: Metric,
  row: number,
  { isOfSame, isOfSeveral }: Population,
): Numbers {
  const { table } = shown;
  const hasSame = comparedColumn(table, metric, "same_now") !== undefined;
  const members = groupsIn(table, metric);
  // Where there is no column of the same profiles, all profiles are, or none.
  if (isOfSame && !hasSame && sameProfiles(members).length < members.size)
    return noNumbers(numbersOf(shown, metric, row, { isOfSame: false, isOfSeveral }));
  const columnOf = isOfSame ? rowColumn : allColumn;
  const valueOf = (number: BothName): number =>
    numberAt(columnOf(table, metric, number).values, row);
  const column = columnOf(table, metric, "now");
  const [now, before, change] = [valueOf("now"), valueOf("before"), valueOf("change")];
  const why = whyNotComparedAt(shown, metric, row, { now, before, isOfSame });
  const ofBreak = isBroken(shown, metric, row) ? reasonOf("break") : undefined;
  const figure = (value: number, missing: Reason): Figure =>
    figureOf(column, value, missing, ofBreak);
  const percent = (value: number): Figure => ({
    ...figure(value, why),
    ...(isNumber(value) && { text: formatPercent(value) }),
    unit: "%",
    scale: 1,
  });
  const none = reasonOf("no_value");
  return {
    now: figure(now, none),
    before: figure(before, none),
    change: {
      ...figure(change, why),
      ...(isNumber(change) && changeFigure(column, change, now, before)),
    },
    change_percent: percent(valueOf("change_percent")),
    per_day_percent: percent(valueOf("per_day_percent")),
    ...(isOfSeveral && { profiles: countFigure(column.profiles[row] ?? 0) }),
  };
}

/** The numbers of a row that can hold several profiles, by their names: changes are of the same ones. */
function numbersOfBoth(ofAll: Numbers, ofSame: Numbers): Numbers {
  const { change, change_percent, per_day_percent, profiles, ...numbers } = ofAll;
  const { now, before, profiles: count, ...changes } = ofSame;
  const named = {
    ...numbers,
    same_now: now,
    same_before: before,
    ...changes,
    all_change: change,
    all_change_percent: change_percent,
    all_per_day_percent: per_day_percent,
    profiles,
    same_profiles: count,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, number]) => (number ? [[name, number]] : [])),
  );
}

/** The number of each side of a break that divides a range, under its own name. */
const sideNumbers = ({ comparison, table }: Shown, metric: Metric, row: number) =>
  sidesOf(comparison, table, metric).map(({ column, isNow, side }) => {
    const figure = figureOf(column, numberAt(column.values, row), reasonOf("no_value"));
    return [`${metric.name} ${side}`, { [isNow ? "now" : "before"]: figure }] as const;
  });

/** The numbers of no profile, each with the reason why there is no change. */
function noNumbers(numbers: Numbers): Numbers {
  const why = numbers["change"]?.why ?? reasonOf("no_value");
  const none = Object.keys(numbers).map((name) => [name, missingFigure(why)] as const);
  return { ...Object.fromEntries(none), profiles: countFigure(0) };
}

/** Why a row has no change, or none in percent. */
function whyNotComparedAt(
  shown: Shown,
  metric: Metric,
  row: number,
  { now, before, isOfSame }: { now: number; before: number; isOfSame: boolean },
): Reason {
  const { dimensions, keys } = shown.table;
  const at = dimensions.findIndex(({ type }) => type === "profile");
  const profile = dimensions[at]?.rows[keys[at]?.[row] ?? -1];
  const reason = profile === undefined ? undefined : groupReason(shown, metric, rowKey(profile));
  if (reason !== undefined) return reason;
  if (isMissing(now)) return absent("no value now");
  if (isMissing(before)) return absent("no value before");
  if (isBroken(shown, metric, row)) return reasonOf("break");
  if (!isNumber(now) || !isNumber(before)) return reasonOf("not_combined");
  const members = groupsIn(shown.table, metric);
  const areOthers = sameProfiles(members).length < members.size;
  if (areOthers && !isOfSame) return reasonOf("other_profiles", { word: "not comparable" });
  if (metric.kind.change !== "percent") return noPercent;
  return before === 0
    ? reasonOf("no_percent", { text: "a change from 0 has no percentage" })
    : reasonOf("not_alike", { word: "not comparable" });
}

/** True where a break lies in one of the ranges of a row, or between them. */
function isBroken({ table }: Shown, metric: Metric, row: number): boolean {
  const [now, before] = (["now", "before"] as const).map((number) =>
    allColumn(table, metric, number).countedAt?.(row),
  );
  return now === undefined || now !== before;
}

/** The numbers of a row: of all profiles, and of the same ones where it can hold several. */
function lineOf(shown: Shown, row: number, name: string, isTotal = false): FigureLine {
  const { table } = shown;
  const metrics = metricsOf(table);
  const [first] = metrics;
  // The question decides which numbers a row has; the number of pages does not.
  const canHoldSeveral = isTotal || !table.dimensions.some(({ type }) => type === "profile");
  const isOfSeveral =
    first !== undefined &&
    (canHoldSeveral || comparedColumn(table, first, "same_now") !== undefined);
  const numbersIn = (metric: Metric, isOfSame: boolean): Numbers =>
    numbersOf(shown, metric, row, { isOfSame, isOfSeveral });
  const of = (isOfSame: boolean): Omit<FigureLine, "name"> => {
    const columnIn = (metric: Metric) => (isOfSame ? rowColumn : allColumn)(table, metric, "now");
    return {
      metrics: new Map(
        metrics.flatMap((metric) => {
          const ofOne = numbersIn(metric, isOfSame);
          const isOfBoth = isOfSeveral && !isOfSame;
          const numbers = isOfBoth ? numbersOfBoth(ofOne, numbersIn(metric, true)) : ofOne;
          const sides = isOfSame ? [] : sideNumbers(shown, metric, row);
          return [[metric.name, numbers] as const, ...sides];
        }),
      ),
      coverage: new Map(
        metrics.map((metric) => {
          // Where the same profiles have no column, that of all counts those without any value too.
          const isKnown = !isOfSame || comparedColumn(table, metric, "same_now") !== undefined;
          return [metric.name, isKnown ? coverageAt(columnIn(metric), row) : Number.NaN];
        }),
      ),
      ...(isOfSeveral && { profiles: columnIn(first).profiles[row] ?? 0 }),
    };
  };
  return {
    name,
    ...of(false),
    ...(isOfSeveral && { same: sameOf(name, of(true)) }),
  };
}

/** `the same 212 of all 250`; `the same 212 or 240 of all 250` where metrics differ. */
function sameOf(name: string, line: Omit<FigureLine, "name">): FigureLine {
  const counts = Array.from(line.metrics.values(), ({ profiles }) => profiles?.text ?? "");
  return { ...line, name: `the same ${[...new Set(counts)].join(" or ")} of ${name}` };
}

export function* comparedFigures(shown: ShownComparison): Work<Figures> {
  const { comparison, table, dimensions, population, matched } = shown;
  const { now, before } = comparison;
  const named = figureDimensions(now, table);
  const totalOf = function* totalOf(sides: Comparison, name: string): Work<FigureLine> {
    const labelled = {
      ...sides,
      now: onlyLabelled(sides.now, dimensions),
      before: onlyLabelled(sides.before, dimensions),
    };
    const totals = yield* compare(labelled, []);
    return lineOf(
      { comparison: labelled, table: totals },
      0,
      `${name} ${labelled.now.profileCount}`,
      true,
    );
  };
  // Weekdays are means, and a total would be a sum.
  const hasTotal = !dimensions.some((type) => isBreakdown(type) || type === "date.weekday");
  const total = hasTotal ? yield* totalOf(population?.comparison ?? comparison, "all") : undefined;
  const totalOfMatched = hasTotal && matched ? yield* totalOf(matched, "matching") : undefined;
  const { where } = shown.sorting;
  const ranks = comparedRanks({ ...shown, sorting: { where } });
  const changes = allColumn(table, ranks.metric, "change").values;
  const moved = (sign: 1 | -1): number[] =>
    ranks.lines.flatMap(({ place }) => {
      // A change per day and that of the sum can differ in months of other lengths: such a row is in neither list.
      const hasSign = Math.sign(ranks.changes.get(place) ?? 0) === sign;
      return hasSign && Math.sign(changes[place] ?? sign) !== -sign ? [place] : [];
    });
  const among = ranks.lines.map(({ place }) => place);
  const rank = rankedNow(table, among);
  const [ranked, amongRows] = [new Set(rank), new Set(among)];
  return {
    network: now.network,
    period: { start: now.start, end: now.end },
    before: { start: before.start, end: before.end },
    ...(total && { total }),
    matching: matchingLine(total, shown.matching, totalOfMatched, dimensions.join() === "profile"),
    dimensions: named,
    rowCount: table.rowCount,
    line: (row) => lineOf(shown, row, lineName(named, row)),
    order: {
      rank,
      rose: moved(1),
      fell: moved(-1),
    },
    isAmong: (row) => amongRows.has(row),
    unranked: among.filter((row) => !ranked.has(row)).toSorted((left, right) => left - right),
    top: shown.sorting.top,
  };
}

/** Rows by the number now of the first metric, of those that meet the conditions. */
function rankedNow(table: ComparedTable, among: readonly number[]): number[] {
  const [first] = metricsOf(table);
  if (first === undefined) return [];
  const isIn = new Set(among);
  const numbers = Array.from(allColumn(table, first, "now").values, (value, row) =>
    isIn.has(row) ? value : Number.NaN,
  );
  return rankedPlaces(numbers);
}
