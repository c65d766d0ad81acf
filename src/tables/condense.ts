/** The ladder: the exact table where it fits the budget, else the fullest shorter form that does. */
import { once, type Work } from "../async/work.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import { combine } from "../meaning/combine.ts";
import { isMissing, isWithheld, type Figures } from "../meaning/figures.ts";
import { fitsTokens, fittingLines } from "../text/tokens.ts";
import { plural } from "../text/words.ts";
import { grains, mostDaysOf, type GrainName } from "../catalog/grains.ts";
import { monday } from "../time/grains.ts";
import { exactTable } from "./exact.ts";
import { leaders, seriesTotals, type Summarised } from "./leaders.ts";
import { overview, seriesSummary, type Overview } from "./summary.ts";
import { totalRows } from "./totals.ts";
import { valueAt, viewOf, type View } from "./view.ts";

export interface Condensed {
  readonly text: string;
  /** The way in which the table was condensed; absent for the exact table. */
  readonly condensed?: string;
}

/** A table to show: figures at some dimensions of a result. */
export interface Shown extends Summarised {
  readonly figures: Figures;
  /** Places of the rows that go down, in the order in which they are shown; all of them (default). */
  readonly order?: readonly number[] | undefined;
  /** The figures are statistics, not those of the kinds: they have no totals and no shorter form. */
  readonly isStatistic?: boolean;
}

interface Rung {
  readonly name?: string;
  readonly maxTokens: number;
  /** Undefined where the rung does not apply. */
  render(): Work<string | undefined>;
}

/** The first rung of the ladder whose text is within the budget; the last one is cut to whole lines. */
export function* condense(shown: Shown, maxTokens: number): Work<Condensed> {
  if (shown.isStatistic === true) return firstRows(shown, maxTokens);
  for (const rung of ladder(shown, maxTokens)) {
    const text = yield* rung.render();
    yield;
    if (text === undefined || !fitsTokens(text, rung.maxTokens)) continue;
    return rung.name === undefined ? { text } : { text, condensed: rung.name };
  }
  return yield* cutLines(shown, maxTokens);
}

/** Condensed forms answer what is asked first: a part of a large budget is enough for them. */
const enoughFor = (maxTokens: number): number => Math.min(maxTokens, Math.max(2500, maxTokens / 3));

/** More numbers by day than this do not fit as weeks, even where a third of them are missing. */
export const mostInWeeks = (maxTokens: number): number =>
  (enoughFor(maxTokens) * mostDaysOf("week")) / 1.25;

function ladder(shown: Shown, maxTokens: number): Rung[] {
  const { result, dimensions, ways } = shown;
  const totals = once(() => seriesTotals(shown));
  const heads = once(function* heads() {
    return yield* overview(shown, yield* totals());
  });
  function* withHead(text: string, form: keyof Overview = "full"): Work<string> {
    return [(yield* heads())?.[form] ?? [], text].flat().join("\n\n");
  }
  const enough = enoughFor(maxTokens);
  const coarse = (grain: GrainName): Rung => ({
    name: `condensed to ${grain === "week" && result.weekStart === monday ? "ISO " : ""}${grains[grain].plural}`,
    maxTokens: enough,
    *render() {
      if (shown.order !== undefined) return undefined;
      const coarser = dimensions.map((type) =>
        type === "date.day" ? (`date.${grain}` as const) : type,
      );
      if (
        !dimensions.includes("date.day") ||
        isHopeless(shown.figures, enough * mostDaysOf(grain))
      ) {
        return undefined;
      }
      const figures = yield* combine(result, coarser, { ways });
      if (isHopeless(figures, enough) || figures.values.some(isWithheld)) return undefined;
      return yield* withHead(yield* tableOf({ ...shown, dimensions: coarser, figures }));
    },
  });
  const hasTime = dimensions.some((type) => isDateDimension(type));
  const leading = (most: number, form: keyof Overview): Rung => ({
    name: "condensed to totals, with the highest and lowest rows",
    maxTokens: enough,
    *render() {
      const all = yield* totals();
      return all.series.length === 1
        ? (yield* heads())?.[form]
        : yield* withHead(leaders(all, most), form);
    },
  });
  return [
    {
      maxTokens,
      *render() {
        return isHopeless(shown.figures, maxTokens) ? undefined : yield* tableOf(shown);
      },
    },
    coarse("week"),
    coarse("month"),
    {
      name: "condensed to a summary of each series",
      maxTokens: enough,
      *render() {
        const { series, figures } = yield* totals();
        const size = series.length * figures.columns.length * 8;
        return !hasTime || series.length === 1 || size > enough
          ? undefined
          : yield* withHead(yield* seriesSummary(shown));
      },
    },
    ...[40, 20, 10].map((most) => leading(most, "full")),
    ...[10, 4].map((most) => leading(most, "short")),
  ];
}

function* tableOf({ result, figures, ways, order }: Shown): Work<string> {
  const view = viewOf(result, figures);
  return exactTable(view, {
    totals: order === undefined ? yield* totalRows(view, ways) : [],
    order,
  });
}

/** As many rows as fit. */
function firstRows({ result, figures, order }: Shown, maxTokens: number): Condensed {
  const view = viewOf(result, figures);
  const all = order ?? [...view.rows.keys()];
  const tableWith = (count: number): string =>
    exactTable(view, { totals: [], order: all.slice(0, count) });
  let count = all.length;
  for (; count > 0; count = Math.floor(count * 0.8)) {
    if (areTooMany(view, all.slice(0, count), maxTokens)) continue;
    const text = tableWith(count);
    if (!fitsTokens(text, maxTokens)) continue;
    if (count === all.length) return { text };
    return { text, condensed: `condensed to the first ${count} of ${plural(all.length, "row")}` };
  }
  if (all.length === 0) return { text: tableWith(0) };
  return {
    text: "A single row does not fit: choose fewer metrics or profiles.",
    condensed: `condensed to the first 0 of ${plural(all.length, "row")}`,
  };
}

/** True for rows that certainly do not fit: each takes a token for its name and one for its end. */
function areTooMany(view: View, rows: readonly number[], maxTokens: number): boolean {
  let left = maxTokens - 2 * rows.length;
  for (const row of rows) {
    for (const series of left < 0 ? [] : view.series) {
      for (let column = 0; column < view.figures.columns.length; column += 1)
        if (!isMissing(valueAt(view, series, row, column))) left -= 1;
    }
  }
  return left < 0;
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

function* cutLines(shown: Summarised, maxTokens: number): Work<Condensed> {
  const totals = yield* seriesTotals(shown);
  const whole = (yield* overview(shown, totals))?.short ?? leaders(totals, 2);
  const { text, left } = fittingLines(whole, maxTokens);
  return { text, condensed: totalsWords(left) };
}

/** Says that only totals are shown. @param left the rows that did not fit. */
export const totalsWords = (left: number): string =>
  `condensed to totals${left === 0 ? "" : `; ${plural(left, "row")} omitted to fit the budget`}`;
