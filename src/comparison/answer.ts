/** The numbers of all rows of a comparison, a line per metric; of a single metric, a line per group of its profiles. */
import { each, type Work } from "../async/work.ts";
import { isBreakdown, isCalendarDate, type Dimension } from "../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import { groupBy } from "../cells/group-by.ts";
import { onlyLabelled } from "../cells/select.ts";
import { compare, compareProfiles, percents } from "./compare.ts";
import type { Comparison } from "../cells/result.ts";
import type { ComparedMetric } from "./compare.ts";
import { isNumber, isWithheld } from "../cells/states.ts";
import { groupsIn, type ProfileGroup } from "../meaning/groups.ts";
import type { Block, Note } from "../replies/layout.ts";
import { plural, some } from "../text/words.ts";
import { bucketEnd, bucketStart } from "../time/grains.ts";
import { areUneven } from "../time/compared-range.ts";
import { daysBetween } from "../time/days.ts";
import { metricNames, totalHead } from "../report/names.ts";
import { changeColumns, comparedTitle, hasPercent, isPerDay, partColumns } from "./columns.ts";
import type { ShownComparison } from "./table-rows.ts";

export interface ComparedAnswer {
  readonly blocks: readonly Block[];
  /** The numbers of all rows. */
  readonly totals: readonly ComparedMetric[];
}

/** None for the rows of a breakdown, which are never combined. */
export function* comparedAnswer({
  comparison,
  dimensions,
  matched,
  population = matched && comparison,
}: ShownComparison): Work<ComparedAnswer> {
  if (dimensions.some((type) => isBreakdown(type))) return { blocks: [], totals: [] };
  const whole = population && (yield* totalBlocks(population, dimensions, "all"));
  const which = whole === undefined ? "all" : matched === undefined ? "these" : "match";
  const own = yield* totalBlocks(matched ?? comparison, dimensions, which);
  return { blocks: [...(whole?.blocks ?? []), ...own.blocks], totals: own.totals };
}

function* totalBlocks(
  held: Comparison,
  dimensions: readonly Dimension[],
  which: "all" | "these" | "match",
): Work<ComparedAnswer> {
  const comparison = {
    ...held,
    now: onlyLabelled(held.now, dimensions),
    before: onlyLabelled(held.before, dimensions),
  };
  const { profileCount } = comparison.now;
  const { metrics } = yield* compare(comparison, []);
  const name = totalHead(profileCount, which);
  const broken = metrics.filter(({ parts }) => parts.length > 0);
  const alike = metrics.filter(({ parts }) => parts.length === 0);
  const [only] = alike;
  const isByProfile = dimensions.includes("profile") && !dimensions.some(isCalendarDate);
  const hasGroups = alike.length === 1 && isByProfile && profileCount > 1;
  const groups = hasGroups && only?.like !== undefined ? groupsIn(only.like.groups) : [];
  const columns = changeColumns(alike, true);
  const rows = [
    [name, ...columns.map(({ title }) => title)],
    ...alike.map((one) => [comparedTitle(one), ...columns.map(({ textOf }) => textOf(one, 0))]),
  ];
  const below = [lengthNote(comparison, alike), ...likeNotes(alike, profileCount)];
  const blocks =
    only !== undefined && groups.length > 1
      ? [yield* groupBlock(comparison, only, groups, name)]
      : alike.length === 0
        ? []
        : [{ rows, below }];
  const parts = broken.map((own) => {
    const sides = partColumns(comparison, own);
    return {
      rows: [
        [name, ...sides.map(({ title }) => title)],
        [comparedTitle(own), ...sides.map(({ textOf }) => textOf(own, 0))],
      ],
    };
  });
  return { blocks: [...blocks, ...parts], totals: metrics };
}

/** A line for each group, and all: only the profiles with values throughout both ranges have a percentage. */
function* groupBlock(
  comparison: Comparison,
  own: ComparedMetric,
  groups: readonly ProfileGroup[],
  all: string,
): Work<Block> {
  const lines = yield* each(groups, function* lineOf({ name, ids, isCompared }) {
    const { metrics } = yield* compareProfiles(comparison, [], ids);
    const found = closed(metrics.find(({ metric }) => metric.name === own.metric.name) ?? own);
    // Without a percentage of all, the compared profiles hold less than half of what was before.
    const isGiven = isCompared && isNumber(numberAt(own.percent, 0));
    return { name, own: isGiven ? found : withoutPercent(found) };
  });
  const total = withoutPercent({ ...own, like: undefined });
  const columns = changeColumns([total, ...lines.map((line) => line.own)], true);
  const [first, ...more] = groups.filter(({ isCompared }) => !isCompared);
  const count = [first, ...more].reduce((sum, group) => sum + (group?.ids.length ?? 0), 0);
  const lack = `${count === 1 ? "1 profile does" : `${count} profiles do`} not have values throughout both ranges`;
  const why = more.length === 0 ? (first?.had ?? lack) : lack;
  return {
    rows: [
      [comparedTitle(own), ...columns.map(({ title }) => title)],
      ...[...lines, { name: all, own: total }].map((line) => [
        line.name,
        ...columns.map(({ textOf }) => textOf(line.own, 0)),
      ]),
    ],
    below: [
      lengthNote(comparison, lines.map((line) => line.own).slice(0, 1)),
      hasPercent(own) &&
        `No percent for ${all === `all ${comparison.now.profileCount}` ? "all" : all}: ${why}.`,
    ],
  };
}

/** A missing side counts as 0 if profiles add up, so that the changes of the groups add up to the change of all. */
function closed(own: ComparedMetric): ComparedMetric {
  const [now, before] = [numberAt(own.now, 0), numberAt(own.before, 0)];
  if (own.metric.kind.overProfiles !== "sum" || isNumber(now) === isNumber(before)) return own;
  return { ...own, change: Float64Array.of(isNumber(now) ? now : -before) };
}

const withoutPercent = (own: ComparedMetric): ComparedMetric => ({
  ...own,
  ...percents(own, () => false),
});

/**
 * `October has one day more: per day, views and follows fell.`
 * @param turnable the metrics to name where the change per day has the other sign.
 */
export function lengthNote(
  { now, before }: Comparison,
  metrics: readonly ComparedMetric[],
  turnable = metrics,
): Note {
  const more = daysBetween(now.start, now.end) - daysBetween(before.start, before.end);
  if (more === 0 || !metrics.some((own) => isPerDay(own, 0))) return false;
  const count = Math.abs(more) === 1 ? "one day" : `${Math.abs(more)} days`;
  const isMonth =
    bucketStart(now.start, month) === now.start && bucketEnd(now.start, month) === now.end;
  const name = isMonth ? monthName(now.start) : "The later range";
  const turned = turnable.filter(
    (own) => numberAt(own.percent, 0) * numberAt(own.percentPerDay, 0) < 0,
  );
  const clauses = (["fell", "rose"] as const).flatMap((word) => {
    const own = turned.filter(
      ({ percentPerDay }) => numberAt(percentPerDay, 0) < 0 === (word === "fell"),
    );
    return own.length === 0 ? [] : [`${listed(shortNames(own, metrics))} ${word}`];
  });
  const perDay = clauses.length === 0 ? "" : `: per day, ${clauses.join(", ")}`;
  const rule = areUneven(now, before) ? ": sums have no change, only one per day" : perDay;
  return `${name} has ${count} ${more > 0 ? "more" : "fewer"}${rule}.`;
}

const month = { unit: "month" } as const;

const monthName = (day: string): string =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(new Date(day));

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Names without the prefix `insights_`, unless two metrics would then have the same name. */
function shortNames(own: readonly ComparedMetric[], all: readonly ComparedMetric[]): string[] {
  const short = ({ metric }: ComparedMetric): string => metric.name.replace(/^insights_/, "");
  return own.map((one) =>
    all.filter((other) => short(other) === short(one)).length > 1 ? one.metric.name : short(one),
  );
}

/** Names the profiles that the percentages cover, if some do not have values throughout both ranges. */
function likeNotes(metrics: readonly ComparedMetric[], profileCount: number): Note[] {
  const noted = metrics.flatMap((own) => {
    const groups = own.like === undefined ? [] : groupsIn(own.like.groups);
    const others = groups.filter(({ isCompared }) => !isCompared).map(({ name }) => name);
    if (others.length === 0 || !hasPercent(own) || own.change.every(isWithheld)) return [];
    const compared = groups.find(({ isCompared }) => isCompared)?.ids.length ?? 0;
    const isGiven = isNumber(numberAt(own.percent, 0));
    const text =
      profileCount === 1
        ? "No percent: the values of the profile do not cover both ranges"
        : isGiven
          ? `Percents are of the ${plural(compared, "profile")} with values throughout both ranges, not of ${listed(others)}`
          : `No percent: ${compared} of ${plural(profileCount, "profile")} have values throughout both ranges; not ${listed(others)}`;
    return [{ text, metric: own.metric }];
  });
  return groupBy(noted, ({ text }) => text).map((same) => {
    const [{ text }] = same;
    const names = metricNames(same.map(({ metric }) => metric));
    return same.length === metrics.length ? `${text}.` : `${some(names, 8)}: ${text}.`;
  });
}
