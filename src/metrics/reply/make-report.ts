/** The report of a metrics question: the results of its runs, stored and described. */
import type { Work } from "../../async/work.ts";
import type { Result } from "../../cells/result.ts";
import { withinDays } from "../../cells/select.ts";
import type { Connection } from "../../connection/connection.ts";
import { completeness, skippedNotes, complete } from "../../replies/completeness.ts";
import type { Note } from "../../replies/layout.ts";
import type { StoredResult } from "../../replies/reply.ts";
import { comparisonReport, reportOf, type Report } from "../../results/report.ts";
import type { Shown, Sorting } from "../../report/shown.ts";
import type { Range, Weekday } from "../../time/grains.ts";
import { unfinishedNotes } from "../../time/resolve.ts";
import type { SkippedProfile } from "../../connection/profiles.ts";
import type { Question } from "../question/question.ts";
import type { Resolved } from "../question/resolve.ts";
import type { AllFinished, Finished } from "../run/types.ts";
import { lateText } from "./late.ts";
import { nothingNote, unacceptedText, zerosNote } from "./notes.ts";
import { withDelivery } from "../../meaning/delivery.ts";
import { resultOf } from "./result.ts";
import { shownOf } from "../../results/shown.ts";
import { standingOf } from "../../table/goal.ts";
import { withGoal } from "../../results/goal.ts";
import type { Goal } from "../../time/goals.ts";
import { StoredMetrics } from "../../results/stored.ts";
import type { ReplyFrame } from "../../results/text.ts";

/** The services that a report uses. The remarks apply to every answer of the connection. */
export interface ReplyParts extends Pick<Connection, "remarks"> {
  /** Says that all profiles are meant, where an argument that chooses some was empty. */
  readonly emptied: string | undefined;
  /** Stores a result under an id. */
  readonly add: <Stored extends StoredResult>(make: (id: string) => Stored) => Stored;
  /** Sentences on what `check-api` has found that concerns the question. */
  readonly differences: readonly string[];
  readonly weekStart: Weekday;
  /** When the API rejected a metric of the question, in milliseconds since 1970. */
  readonly since: (metric: string) => number | undefined;
}

/** Options of the reply that do not change its numbers. */
export interface Shape {
  /** The earlier range, of a comparison. */
  readonly before: Range | undefined;
  /** The ranges whose mean the question is compared with: parts of that range. */
  readonly usual?: readonly Range[] | undefined;
  readonly goal?: Goal | undefined;
  /** Why a comparison that was asked has no earlier range. */
  readonly lacking: string | undefined;
  readonly sorting: Sorting;
}

/** The report of a call, its stored result, and what the reply says beside it. */
export interface MadeReport extends Pick<ReplyFrame, "cautions">, Pick<Resolved, "dates"> {
  readonly report: Report;
  readonly stored: StoredMetrics;
  readonly question: Question;
  readonly skipped: readonly SkippedProfile[];
  /** Sentences on days that the API does not have. */
  readonly stated: readonly string[];
  readonly complete: (coverage: Report["coverage"]) => string[];
  /** The likely causes where every value is missing. */
  readonly nothing: Note;
}

/**
 * Stores the results of the runs, and reports them.
 * @param finished one run of both ranges, or one of each, the later first.
 * @throws ToolError `limit_exceeded` for a result that cannot be stored.
 */
export function* makeReport(
  finished: AllFinished,
  resolved: Resolved,
  { before, usual, goal, lacking, sorting }: Shape,
  { emptied, add, remarks: always, differences, weekStart, since }: ReplyParts,
): Work<MadeReport> {
  const {
    question,
    dates,
    knownLabels: labels,
    chosenBy,
    listed,
    cut,
    skipped: unavailable,
  } = resolved;
  const { dimensions } = question;
  const [first] = finished;
  const skipped = [...unavailable, ...first.skipped];
  const named =
    sorting.isNamed === true ? question.profiles.length + unavailable.length : undefined;
  const remarks = [
    ...skippedNotes(skipped),
    ...unfinishedNotes(dates, question.profiles),
    ...differences,
  ];
  const rejected = unacceptedText(first.question, since);
  const short = first.question.isEvidenceShort === true ? shortText : undefined;
  const { words = [] } = question;
  const stated = [emptied, ...words, cut, lacking, rejected, short].filter(
    (text) => text !== undefined,
  );
  const chosen = chosenBy && `${chosenBy}: ${question.profiles.length} of ${listed}.`;
  const resultRemarks = [...always, chosen, ...stated, ...remarks].filter(
    (text) => typeof text === "string",
  );
  function* sideOf(
    { question: sideQuestion, outcome, fetched }: Finished,
    range: Range,
  ): Work<Result> {
    const context = { labels, weekStart, remarks: resultRemarks, today: dates.today };
    const result = {
      ...(yield* resultOf({ ...sideQuestion, dimensions }, outcome, context)),
      fetched,
    };
    const { start, end } = range;
    if (result.end !== end || result.start < start) return withinDays(result, range);
    return result.start > start ? { ...result, askedRange: { start, end } } : result;
  }
  const early = before && (yield* sideOf(finished[1] ?? first, before));
  const [deliveredNow, cutBefore] = yield* withDelivery(
    yield* sideOf(first, question),
    goal === undefined ? early : undefined,
  );
  const base = goal === undefined ? undefined : early;
  // Each of the usual ranges is cut by itself.
  const deliveredBefore = usual === undefined ? cutBefore : early;
  const late = lateText(deliveredNow);
  const zeros = zerosNote(deliveredNow);
  // Pieces say so too.
  const inPieces = [late, zeros].filter((text) => typeof text === "string");
  const saying = (side: Result): Result => ({ ...side, remarks: [...inPieces, ...side.remarks] });
  const later = saying(deliveredNow);
  const earlier = deliveredBefore && saying(deliveredBefore);
  const said = [late, zeros, ...stated].filter((text) => typeof text === "string");
  const shown = { dimensions, sorting };
  const stored = add(
    (id) => new StoredMetrics(id, later, { before: earlier, usual, where: sorting.where, base }),
  );
  const report = yield* reportOn(stored, shown);
  const storedReport = {
    stored,
    report: goal === undefined ? report : withGoal(report, standingOf(later, goal, base)),
  };
  const sides = earlier === undefined ? [later] : [later, earlier];
  const nothing =
    sides.every((side) => nothingNote(side, question)) && nothingNote(later, question);
  return {
    ...storedReport,
    dates,
    // The plan can cover both ranges of a comparison.
    question: { ...first.question, start: question.start, end: question.end },
    skipped,
    stated: said,
    nothing,
    complete: (coverage) => [
      ...said,
      ...completeness(dates, skipped, coverage, named).filter(
        (text) => late === undefined || text !== complete,
      ),
    ],
    cautions: [chosen, ...remarks, nothing],
  };
}

const shortText =
  "The days before and after the range were not fetched, because max_requests or the memory leaves no room for them: what is late, new or ended is judged by the range alone.";

function* reportOn(
  stored: StoredMetrics,
  { dimensions, sorting }: Pick<Shown, "dimensions" | "sorting">,
): Work<Report> {
  const { result, comparison } = stored;
  if (comparison !== undefined) {
    const table = yield* stored.compared();
    return yield* comparisonReport({ comparison, dimensions, table, sorting });
  }
  return yield* reportOf(yield* shownOf(result, { sortBy: sorting.sortBy }, sorting));
}
