/** The ladder: the exact table where it fits the budget, else the fullest shorter form that does. */
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { lazily } from "../async/lazily.ts";
import { combine } from "../meaning/combine.ts";
import { isMissing, isWithheld, type Figures } from "../meaning/figures.ts";
import type { Ways } from "../meaning/shape.ts";
import { fitsTokens, fittingLines } from "../text/tokens.ts";
import { plural } from "../text/words.ts";
import { monday } from "../time/grains.ts";
import { exactTable } from "./exact.ts";
import { leaders, seriesTotals, type Summarised } from "./leaders.ts";
import { overview, seriesSummary } from "./summary.ts";
import { totalRows } from "./totals.ts";
import { viewOf } from "./view.ts";

export interface Condensed {
  readonly text: string;
  /** The way in which the table was condensed; absent for the exact table. */
  readonly condensed?: string;
}

/** A table to show: figures at some dimensions of a result. */
export interface Shown {
  readonly result: Result;
  readonly dimensions: readonly Dimension[];
  readonly ways: (metric: Metric) => Ways;
  readonly figures: Figures;
  /** Places of the rows that go down, in the order in which they are shown; all of them (default). */
  readonly order?: readonly number[] | undefined;
  /** The figures are statistics, not those of the kinds: they have no totals and no shorter form. */
  readonly isStatistic?: boolean;
}

/** The most days that one row of a coarser table combines. */
const mostDays = { "date.week": 7, "date.month": 31 } as const;

interface Rung {
  readonly name?: string;
  readonly maxTokens: number;
  /** Undefined where the rung does not apply. */
  render(): string | undefined;
}

/** The first rung of the ladder whose text is within the budget; the last one is cut to whole lines. */
export function condense(shown: Shown, maxTokens: number): Condensed {
  if (shown.isStatistic === true) return firstRows(shown, maxTokens);
  for (const rung of ladder(shown, maxTokens)) {
    const text = rung.render();
    if (text === undefined || !fitsTokens(text, rung.maxTokens)) continue;
    return rung.name === undefined ? { text } : { text, condensed: rung.name };
  }
  return cutLines(shown, maxTokens);
}

/** Condensed forms answer what is asked first: a part of a large budget is enough for them. */
const enoughFor = (maxTokens: number): number => Math.min(maxTokens, Math.max(2500, maxTokens / 3));

/** More numbers by day than this do not fit as weeks, even where a third of them are missing. */
export const mostInWeeks = (maxTokens: number): number =>
  (enoughFor(maxTokens) * mostDays["date.week"]) / 1.25;

function ladder(shown: Shown, maxTokens: number): Rung[] {
  const { result, dimensions, ways } = shown;
  const totals = lazily(() => seriesTotals(shown));
  const heads = lazily(() => overview(shown, totals()));
  const head = (): string | undefined => heads()?.full;
  const withHead = (text: string, over = head()): string => [over ?? [], text].flat().join("\n\n");
  const enough = enoughFor(maxTokens);
  const coarse = (grain: "date.week" | "date.month", name: string): Rung => ({
    name,
    maxTokens: enough,
    render: () => {
      if (shown.order !== undefined) return undefined;
      const coarser = dimensions.map((type) => (type === "date.day" ? grain : type));
      if (!dimensions.includes("date.day") || isHopeless(shown.figures, enough * mostDays[grain])) {
        return undefined;
      }
      const figures = combine(result, coarser, { ways });
      if (isHopeless(figures, enough) || figures.values.some(isWithheld)) return undefined;
      return withHead(tableOf({ ...shown, dimensions: coarser, figures }));
    },
  });
  const weeks = result.weekStart === monday ? "ISO weeks" : "weeks";
  const hasTime = dimensions.some((type) => isDateDimension(type));
  const isSingle = (): boolean => totals().series.length === 1;
  const leading = (most: number, over: () => string | undefined): Rung => ({
    name: "condensed to totals, with the highest and lowest rows",
    maxTokens: enough,
    render: () => (isSingle() ? over() : withHead(leaders(totals(), most), over())),
  });
  const size = (): number => totals().series.length * totals().figures.columns.length * 8;
  return [
    {
      maxTokens,
      render: () => (isHopeless(shown.figures, maxTokens) ? undefined : tableOf(shown)),
    },
    coarse("date.week", `condensed to ${weeks}`),
    coarse("date.month", "condensed to calendar months"),
    {
      name: "condensed to a summary of each series",
      maxTokens: enough,
      render: () =>
        !hasTime || isSingle() || size() > enough ? undefined : withHead(seriesSummary(shown)),
    },
    ...[40, 20, 10].map((most) => leading(most, head)),
    ...[10, 4].map((most) => leading(most, () => heads()?.short)),
  ];
}

function tableOf({ result, figures, ways, order }: Shown): string {
  const view = viewOf(result, figures);
  return exactTable(view, { totals: order === undefined ? totalRows(view, ways) : [], order });
}

/** As many rows as fit. */
function firstRows({ result, figures, order }: Shown, maxTokens: number): Condensed {
  const view = viewOf(result, figures);
  const all = order ?? [...view.rows.keys()];
  const tableWith = (count: number): string =>
    exactTable(view, { totals: [], order: all.slice(0, count) });
  let count = all.length;
  let text = tableWith(count);
  while (count > 0 && !fitsTokens(text, maxTokens)) {
    count = Math.floor(count * 0.8);
    text = tableWith(count);
  }
  if (count === all.length) return { text };
  return {
    text: count === 0 ? "A single row does not fit: choose fewer metrics or profiles." : text,
    condensed: `condensed to the first ${count} of ${plural(all.length, "row")}`,
  };
}

/** Every number takes at least one token, and one to separate it from the next. */
function isHopeless({ values }: Figures, maxTokens: number): boolean {
  let tokens = 0;
  for (const value of values) {
    if (!isMissing(value)) tokens += 2;
    if (tokens > maxTokens) return true;
  }
  return false;
}

function cutLines(shown: Summarised, maxTokens: number): Condensed {
  const totals = seriesTotals(shown);
  const whole = overview(shown, totals)?.short ?? leaders(totals, 2);
  const { text, left } = fittingLines(whole, maxTokens);
  return { text, condensed: totalsWords(left) };
}

/** Says that only totals are shown. @param left the rows that did not fit. */
export const totalsWords = (left: number): string =>
  `condensed to totals${left === 0 ? "" : `; ${plural(left, "row")} omitted to fit the budget`}`;
