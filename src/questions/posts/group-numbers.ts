/** The numbers of groups of posts: how many, the sum, mean, median and share of their values; of a comparison with changes. */
import { mean, median, sum } from "simple-statistics";
import type { Figure } from "../../answers/replies/figures.ts";
import { reasonOf, type Reason } from "../../answers/replies/reasons.ts";
import {
  formatDifference,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShare,
} from "../../base/text/numbers.ts";
import { isRate, profileColumn, ratioOf } from "./columns.ts";
import type { GroupSide, PostGroup } from "./groups.ts";
import type { PostColumn, PostRow, PostsResult } from "./rows.ts";

/** A number of every group. */
export interface GroupNumber extends Pick<Figure, "unit"> {
  /** In the heading of a CSV. */
  readonly title: string;
  /** Above its column in text, where that differs. */
  readonly head?: string | undefined;
  readonly metric: string;
  /** `sum`, `mean`, `median`, `share`; `now` of counts and ratios; of a comparison also `sum_before`, `sum_change`. */
  readonly number: string;
  /** The text has the value times this: 100 for a rate (default: 1). */
  readonly scale?: number;
  /** Why a group has none; no value (default). */
  readonly why?: Reason;
  readonly textOf: (value: number, group: PostGroup) => string;
  /** Undefined without a value. */
  readonly of: (group: PostGroup) => number | undefined;
}

/** A number of one range. */
export interface Statistic extends Pick<GroupNumber, "title" | "head" | "metric" | "number"> {
  /** Counts and sums are changed at equal days; rates and shares in points, ratios without percentages. */
  readonly form: "total" | "amount" | "ratio" | "rate" | "share";
  readonly of: (side: Pick<GroupSide, "rows" | "totalRows">) => number | undefined;
  /** True for posts without a value: their sum is not compared. */
  readonly lacks?: (side: Pick<GroupSide, "rows">) => boolean;
}

/** A column of numbers, with its index. */
export interface Placed extends PostColumn {
  readonly place: number;
}

export const counted: Statistic = {
  title: "posts",
  metric: "posts",
  number: "now",
  form: "total",
  of: ({ rows }) => rows.length,
};

export const shareOfPosts: Statistic = {
  title: "posts share %",
  metric: "posts",
  number: "share",
  form: "share",
  of: ({ rows, totalRows }) =>
    totalRows.length === 0 ? undefined : (100 * rows.length) / totalRows.length,
};

/** The number of profiles that have posts. */
export function profilesOf(result: PostsResult): Statistic {
  const column = profileColumn(result);
  return {
    title: "profiles",
    metric: "profiles",
    number: "now",
    form: "amount",
    of: ({ rows }) => (column === -1 ? undefined : new Set(rows.map((row) => row[column])).size),
  };
}

const valuesIn = (rows: readonly PostRow[], place: number): number[] =>
  rows.map((row) => row[place]).filter((value) => typeof value === "number");

/** The sum of a column: 0 of no posts, undefined of posts without a value. */
function sumIn(rows: readonly PostRow[], place: number): number | undefined {
  const values = valuesIn(rows, place);
  return values.length === 0 && rows.length > 0 ? undefined : sum(values);
}

const sumOf = ({ name, place }: Placed): Statistic => ({
  title: `${name} sum`,
  metric: name,
  number: "sum",
  form: "total",
  of: ({ rows }) => sumIn(rows, place),
  lacks: ({ rows }) => valuesIn(rows, place).length < rows.length,
});

/** The sum of a column, and its share in that of all, in percent; none of a column whose numbers do not add up. */
export function sharesOf(column: Placed): Statistic[] {
  const { name, adds, place } = column;
  // Every group has the same whole, or one for its row of time.
  const sums = new Map<readonly PostRow[], number | undefined>();
  const wholeSum = (rows: readonly PostRow[]): number | undefined => {
    if (!sums.has(rows)) sums.set(rows, sumIn(rows, place));
    return sums.get(rows);
  };
  const share: Statistic = {
    title: `${name} share %`,
    metric: name,
    number: "share",
    form: "share",
    of({ rows, totalRows }) {
      const [part, total = 0] = [sumIn(rows, place), wholeSum(totalRows)];
      return total === 0 || part === undefined ? undefined : (100 * part) / total;
    },
  };
  return adds ? [sumOf(column), share] : [];
}

/** The statistics of a column: the sum where there is one, mean and median; of a ratio, sum over sum and median. */
export function statisticsOf(column: Placed): Statistic[] {
  const { name, adds, parts, place } = column;
  const [head, ratioForm] = isRate(column)
    ? ([`${name} %`, "rate"] as const)
    : [name, "ratio" as const];
  const ofValues = (number: string, form: (list: number[]) => number): Statistic => ({
    title: `${name} ${number}`,
    head: `${head} ${number}`,
    metric: name,
    number,
    form: parts === undefined ? "amount" : ratioForm,
    of({ rows }) {
      const list = valuesIn(rows, place);
      return list.length === 0 ? undefined : form(list);
    },
  });
  const middle = ofValues("median", median);
  if (parts === undefined)
    return [...(adds ? [sumOf(column)] : []), ofValues("mean", mean), middle];
  const ratio: Statistic = {
    title: name,
    head,
    metric: name,
    number: "now",
    form: ratioForm,
    of: ({ rows }) => ratioOf(rows, parts),
  };
  return [ratio, middle];
}

/** The number of one range. */
export const numberOf = (statistic: Statistic): GroupNumber => ({
  title: statistic.title,
  head: statistic.head,
  metric: statistic.metric,
  number: statistic.number,
  ...formTraits[statistic.form],
  of: (group) => sideValue(statistic, group),
});

const plain = { unit: "", scale: 1, textOf: formatNumber } as const;

const formTraits = {
  total: plain,
  amount: plain,
  ratio: plain,
  rate: { unit: "%", scale: 100, textOf: (value) => formatShare(100 * value) },
  share: { unit: "%", scale: 1, textOf: formatShare },
} as const satisfies Readonly<
  Record<Statistic["form"], Pick<GroupNumber, "unit" | "scale" | "textOf">>
>;

/** A row of time in one range alone has no posts of the other, and one that is not over has none yet. */
const sideValue = (statistic: Statistic, side: GroupSide | undefined): number | undefined =>
  side === undefined || (side.days === 0 && side.rows.length === 0)
    ? undefined
    : statistic.of(side);

/** The numbers of a comparison: now, before, the change and its percentage. */
export function comparedNumbers(statistic: Statistic): GroupNumber[] {
  const { title, metric, number, form } = statistic;
  const now = numberOf(statistic);
  const named = (name: string): Pick<GroupNumber, "title" | "metric" | "number"> => ({
    title: `${title}:${name}`,
    metric,
    number: number === "now" ? name : `${number}_${name}`,
  });
  return [
    now,
    {
      ...now,
      ...named("before"),
      head: undefined,
      of: ({ before }) => sideValue(statistic, before),
    },
    {
      ...named("change"),
      unit: now.unit === "%" ? "points" : "",
      scale: formTraits[form].scale,
      textOf: (change, group) => changeText(statistic, change, group),
      of: (group) => changeOf(statistic, group),
    },
    {
      ...named("change_percent"),
      unit: "%",
      why: reasonOf("no_percent"),
      textOf: formatPercent,
      of: (group) => percentOf(statistic, group),
    },
  ];
}

/** The number before that is subtracted: counts and sums are scaled to the days of the later range. */
function baseOf(statistic: Statistic, group: PostGroup): number | undefined {
  const [before, days = 0] = [sideValue(statistic, group.before), group.before?.days];
  if (before === undefined || statistic.form !== "total") return before;
  return days === 0 ? undefined : (before * group.days) / days;
}

function changeOf(statistic: Statistic, group: PostGroup): number | undefined {
  const { form, lacks } = statistic;
  const [value, base] = [sideValue(statistic, group), baseOf(statistic, group)];
  // Means per post are compared as they are.
  const isWhole = lacks === undefined || ![group, group.before].some((side) => side && lacks(side));
  const isAlike = form !== "total" || (group.before?.hasChange === true && isWhole);
  return value === undefined || base === undefined || !isAlike ? undefined : value - base;
}

function percentOf(statistic: Statistic, group: PostGroup): number | undefined {
  const { form } = statistic;
  const [change, base = 0] = [changeOf(statistic, group), baseOf(statistic, group)];
  const has = group.before?.hasPercent === true && (form === "total" || form === "amount");
  return change === undefined || base <= 0 || !has ? undefined : (100 * change) / base;
}

function changeText(statistic: Statistic, change: number, group: PostGroup): string {
  const { unit, scale } = formTraits[statistic.form];
  if (unit === "%") return formatPoints(change * scale);
  const sides = statistic.form === "total" ? [] : [group, group.before];
  return formatDifference(
    change,
    sides.flatMap((side) => sideValue(statistic, side) ?? []),
  );
}

/** Compares the groups of the posts with the best ones by rank with those of all. */
export const selectedNumbers = (count: number, totalCount: number): GroupNumber[] => {
  const shared = { metric: "posts", unit: "", textOf: formatNumber } as const;
  const percent = { metric: "posts", unit: "%", textOf: formatShare } as const;
  return [
    {
      ...percent,
      title: `share of these ${count} %`,
      number: "share_of_these",
      of: ({ rows }) => (100 * rows.length) / count,
    },
    { ...shared, title: "posts of all", number: "all", of: ({ before }) => before?.rows.length },
    {
      ...percent,
      title: `share of all ${totalCount} %`,
      number: "share_of_all",
      of: ({ before }) => before && (100 * before.rows.length) / totalCount,
    },
  ];
};

/** The number that orders groups: a mean, a ratio or a share, not the size of the group. */
export const isRanking = ({ metric, number }: Statistic): boolean =>
  metric !== "posts" && metric !== "profiles" && number !== "sum";
