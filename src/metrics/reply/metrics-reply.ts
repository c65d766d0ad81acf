/** The reply to a metrics question: the results of its runs, stored and shown. */
import type { Work } from "../../async/work.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../cells/result.ts";
import type { Connection } from "../../connection/connection.ts";
import type { Comparison } from "../../meaning/comparison.ts";
import { waysOf } from "../../meaning/combine.ts";
import { figuresOf } from "../../meaning/daily.ts";
import type { Figures } from "../../meaning/figures.ts";
import { completeness, skippedNotes } from "../../replies/completeness.ts";
import type { Reply, StoredResult } from "../../replies/reply.ts";
import type { ReplyServices } from "../../replies/services.ts";
import { comparisonReport, reportOf, type Report } from "../../tables/report.ts";
import type { Sorting } from "../../tables/shown.ts";
import type { Range, Weekday } from "../../time/grains.ts";
import { unfinishedNotes } from "../../time/resolve.ts";
import type { Resolved } from "../question/resolve.ts";
import type { Finished } from "../run/types.ts";
import { StoredComparison } from "./comparison/stored.ts";
import { agesNote, insightsNote, nothingNote } from "./notes.ts";
import { resultOf } from "./result.ts";
import { slice } from "./slice.ts";
import { StoredMetrics } from "./stored.ts";
import { textReply } from "./text.ts";

/** The services of a reply to a run; the remarks hold for everything that the connection answers. */
export type ReplyParts = Pick<ReplyServices, "results" | "settings" | "now"> &
  Pick<Connection, "remarks">;

/** Options of the reply that do not change its numbers. */
export interface Shape {
  /** The earlier range, of a comparison. */
  readonly before: Range | undefined;
  /** Why a comparison that was asked has no earlier range. */
  readonly lacking: string | undefined;
  readonly isExplained: boolean;
  readonly sorting: Sorting;
}

/**
 * Stores the results of the runs and shows them.
 * @param finished one run of both ranges, or one of each, the later first.
 * @throws ToolError `limit_exceeded` for a result that cannot be stored.
 */
export function* metricsReply(
  finished: readonly [Finished, ...Finished[]],
  { question, dates, labels, labelNote, cut, skipped: unavailable }: Resolved,
  { before, lacking, isExplained, sorting }: Shape,
  { results, settings, now, remarks: always }: ReplyParts,
  {
    spent,
    weekStart,
  }: { readonly spent: readonly string[]; readonly weekStart: Weekday | undefined },
): Work<Reply> {
  const [first] = finished;
  const skipped = [...unavailable, ...first.skipped];
  const remarks = [...skippedNotes(skipped), ...unfinishedNotes(dates)];
  const changeableSince = finished.flatMap((one) => one.changeableSince);
  const ages = agesNote({ changeableSince }, now());
  const stated = [cut, lacking].filter((one) => one !== undefined);
  const kept = [...always, ...stated, ...remarks, ages].filter((one) => typeof one === "string");
  function* sideOf({ question: own, outcome }: Finished, range: Range): Work<Result> {
    const known = { ...outcome, weekStart: outcome.weekStart ?? weekStart };
    const whole = yield* resultOf(own, known, labels, kept, dates.today);
    const isWhole = whole.start === range.start && whole.end === range.end;
    return isWhole ? whole : slice(whole, { dateStart: range.start, dateEnd: range.end });
  }
  const later = yield* sideOf(first, question);
  const earlier = before && (yield* sideOf(finished[1] ?? first, before));
  const store = { results, now, sorting, dimensions: question.dimensions };
  const { stored, report } = yield* earlier === undefined
    ? storedResult(later, store)
    : storedComparison({ now: later, before: earlier, isExplained }, store);
  const sides = earlier === undefined ? [later] : [later, earlier];
  const frame = {
    complete: (coverage: Report["coverage"]) => [
      ...stated,
      ...completeness(dates, skipped, coverage),
    ],
    cost: spent,
    ages,
    cautions: [
      labelNote,
      ...remarks,
      sides.every((side) => nothingNote(side, question)) && nothingNote(later, question),
      insightsNote(first.question),
    ],
    stored,
  };
  try {
    return yield* textReply(report, frame, settings.maxAnswerTokens);
  } catch (error) {
    results.remove(stored.id);
    throw error;
  }
}

interface Stored {
  readonly stored: StoredResult;
  readonly report: Report;
}

type Store = Pick<ReplyParts, "results" | "now"> &
  Pick<Shape, "sorting"> & { readonly dimensions: readonly Dimension[] };

function* storedResult(result: Result, { results, now, sorting, dimensions }: Store): Work<Stored> {
  const stored = results.add((id) => new StoredMetrics(id, result, now()));
  const ways = waysOf(result);
  const combine = (one: Result, types: readonly Dimension[]): Work<Figures> =>
    figuresOf(one, types, { ways });
  const figures = yield* combine(result, dimensions);
  const isStatistic = dimensions.includes("date.weekday");
  const shown = { result, dimensions, ways, figures, combine, sorting, isStatistic };
  return { stored, report: yield* reportOf(shown) };
}

function* storedComparison(
  comparison: Comparison,
  { results, now, sorting, dimensions }: Store,
): Work<Stored> {
  const stored = results.add((id) => new StoredComparison(id, comparison, dimensions, now()));
  const shown = { comparison, dimensions, compared: yield* stored.compared(), sorting };
  return { stored, report: yield* comparisonReport(shown) };
}
