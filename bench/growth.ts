/** CPU time per number of what is done with stored results, from results made in memory. */
import { finish, type Work } from "../src/async/work.ts";
import { metricsOf } from "../src/catalog/metrics/index.ts";
import type { Dimension } from "../src/catalog/dimensions.ts";
import type { Result } from "../src/cells/result.ts";
import { StoredComparison } from "../src/metrics/reply/comparison/stored.ts";
import { slice } from "../src/metrics/reply/slice.ts";
import { StoredMetrics } from "../src/metrics/reply/stored.ts";
import type { StoredResult } from "../src/replies/reply.ts";
import { crossedBreaks } from "../src/meaning/segments.ts";
import { hash } from "../src/sandbox/hash.ts";
import { addDays, daysOf, toDay } from "../src/time/days.ts";
import type { Size } from "./question.ts";

const end = toDay("2026-10-31");
const maxTokens = 6000;

/** A result by profile and day; one number of 97 is missing. */
function madeResult({ profiles, days, metrics }: Size): Result {
  const start = addDays(end, 1 - days);
  const ids = Array.from({ length: profiles }, (_, place) => String(10_000 + place));
  const values = new Float64Array(profiles * days * metrics);
  for (let at = 0; at < values.length; at += 1) {
    const number = hash(at, 1, 1);
    values[at] = number % 97 === 0 ? Number.NaN : number % 5000;
  }
  const cells = {
    axes: [
      { type: "profile" as const, rows: ids },
      { type: "date.day" as const, rows: daysOf(start, end) },
    ],
    metrics: metricsOf("facebook", 3)
      .filter((metric) => crossedBreaks({ network: "facebook", start, end }, metric).length === 0)
      .slice(0, metrics),
    values,
  };
  return {
    network: "facebook",
    start,
    end,
    weekStart: 1,
    cells,
    days: cells,
    remarks: [],
    profileCount: profiles,
    names: { profile: new Map(ids.map((id) => [id, `Brand ${id}`])) },
  };
}

const ofMetrics: Readonly<Record<string, (stored: StoredResult) => Work<unknown>>> = {
  reply: (stored) => stored.piece({}, maxTokens),
  "by week": (stored) => stored.piece({ grain: "week" }, maxTokens),
  "by weekday": (stored) => stored.piece({ grain: "weekday" }, maxTokens),
  median: (stored) => stored.piece({ statistic: "median" }, maxTokens),
  shares: (stored) => stored.piece({ view: "shares" }, maxTokens),
  gaps: (stored) => stored.piece({ view: "gaps" }, maxTokens),
  outliers: (stored) => stored.piece({ view: "outliers" }, maxTokens),
  "line chart": (stored) => stored.chart({ kind: "line" }),
  CSV: (stored) => stored.csvParts(),
};

/** CPU time in nanoseconds per number, by what is done. */
function timesOf(size: Size): Map<string, number> {
  const result = madeResult(size);
  const middle = addDays(result.start, size.days / 2);
  const now = slice(result, { dateStart: middle });
  const before = slice(result, { dateEnd: addDays(middle, -1) });
  const compared = (dimensions: readonly Dimension[]) => (): Work<unknown> =>
    new StoredComparison("r", { now, before }, dimensions, 0).piece({}, maxTokens);
  const works = new Map<string, () => Work<unknown>>([
    ...Object.entries(ofMetrics).map(
      ([name, work]) => [name, () => work(new StoredMetrics("r", result, 0))] as const,
    ),
    ["compared by profile", compared(["profile"])],
    ["compared by day", compared(["date.day"])],
    ["compared by profile and day", compared(["profile", "date.day"])],
  ]);
  return new Map(
    [...works].map(([name, work]) => {
      const begun = process.cpuUsage();
      finish(work());
      const { user, system } = process.cpuUsage(begun);
      return [name, ((user + system) * 1000) / result.cells.values.length];
    }),
  );
}

export function printGrowth(): void {
  console.log("CPU time per number, in nanoseconds, of results in memory: 10^5 and 10^7 numbers");
  const small = { name: "10^5", profiles: 20, days: 500, metrics: 10 };
  timesOf(small);
  const few = timesOf(small);
  const many = timesOf({ ...small, profiles: 2000 });
  for (const [name, time] of many) {
    const one = few.get(name) ?? Number.NaN;
    console.log(
      `  ${name}: ${one.toFixed(0)} and ${time.toFixed(0)}, ratio ${(time / one).toFixed(2)}`,
    );
  }
}
