/** The ladder: the exact table where it fits the budget, else the fullest shorter form that does. */
import { notCombinableOverDays } from "../meaning/combine.ts";
import { timeDimension } from "../meaning/series.ts";
import type { Result } from "../cells/result.ts";
import { bucketCount, coarsen } from "../meaning/coarsen.ts";
import { exactTable } from "./exact.ts";
import { lazily } from "../async/lazily.ts";
import { plural } from "../text/words.ts";
import { sweep } from "../meaning/statistics.ts";
import { leaders, overview, seriesSummary } from "./summary.ts";
import { estimateTokens } from "../text/tokens.ts";
import { viewOf } from "./view.ts";

export interface Condensed {
  readonly text: string;
  /** The way in which the table was condensed; absent for the exact table. */
  readonly condensed?: string;
}

interface Rung {
  readonly name?: string;
  /** Undefined where the rung does not apply. */
  render(): string | undefined;
}

/**
 * The first rung of the ladder whose text is within `maxTokens`; the last one is cut to whole lines.
 * @param shown what the exact table shows, where that is a coarser grain of the result.
 */
export function condense(result: Result, maxTokens: number, shown: Result): Condensed {
  for (const rung of ladder(result, shown, maxTokens)) {
    const text = rung.render();
    if (text === undefined || estimateTokens(text) > maxTokens) continue;
    return rung.name === undefined ? { text } : { text, condensed: rung.name };
  }
  return cutOverview(result, maxTokens);
}

function ladder(result: Result, shown: Result, maxTokens: number): Rung[] {
  const view = viewOf(result, timeDimension(result));
  const swept = lazily(() => sweep(view));
  const head = lazily(() => overview(view, swept()));
  const columns = lazily(
    () =>
      swept()
        .levels.flat()
        .filter((level) => !Number.isNaN(level)).length,
  );
  const coarse = (grain: "week" | "month", name: string): Rung => ({
    name,
    render: () => {
      if (notCombinableOverDays(result).length > 0) return undefined;
      const hopeless = bucketCount(result, grain) * columns() * 2 > maxTokens;
      const folded = hopeless ? undefined : coarsen(result, grain);
      if (folded === undefined) return undefined;
      return `${head()}\n\n${exactTable(folded, result)}`;
    },
  });
  return [
    { render: () => (isHopeless(shown, maxTokens) ? undefined : exactTable(shown, result)) },
    coarse("week", "condensed to ISO weeks (a star marks a week that the range cuts)"),
    coarse("month", "condensed to calendar months (a star marks a month that the range cuts)"),
    {
      name: "condensed to a summary of each series",
      render: () =>
        view.rows.length === 1 || view.series.length * view.metrics.length * 8 > maxTokens
          ? undefined
          : `${head()}\n\n${seriesSummary(view)}`,
    },
    ...[40, 20, 10, 4].map((most) => ({
      name: "condensed to totals, with the highest and lowest series",
      render: () => `${head()}\n\n${leaders(view, swept(), most)}`,
    })),
  ];
}

/** Every number that is there takes at least a token, and one to part it from the next. */
function isHopeless(result: Result, maxTokens: number): boolean {
  let tokens = 0;
  for (const value of result.cells.values) {
    if (!Number.isNaN(value)) tokens += 2;
    if (tokens > maxTokens) return true;
  }
  return false;
}

function cutOverview(result: Result, maxTokens: number): Condensed {
  const view = viewOf(result, timeDimension(result));
  const lines = overview(view, sweep(view)).split("\n");
  let kept = lines.length;
  while (kept > 1 && estimateTokens(lines.slice(0, kept).join("\n")) > maxTokens) kept -= 1;
  const left = lines.length - kept;
  return {
    text: lines.slice(0, kept).join("\n"),
    condensed: `condensed to totals${left === 0 ? "" : `; ${plural(left, "metric")} omitted to fit the budget`}`,
  };
}
