/** The report of a metrics question: the results of its runs, stored and described. */
import type { Work } from "../../../base/async/work.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { withinDays } from "../../../numbers/cells/select.ts";
import type { Connection } from "../../../suite/connection/connection.ts";
import { completeness, skippedNotes, complete } from "../../../answers/replies/completeness.ts";
import type { Note } from "../../../answers/replies/layout.ts";
import type { StoredResult } from "../../../answers/replies/reply.ts";
import { comparisonReport, reportOf, type Report } from "../../../answers/results/report.ts";
import type { Shown, Sorting } from "../../../answers/report/shown.ts";
import type { Range, Weekday } from "../../../base/time/grains.ts";
import { unfinishedNotes } from "../../../base/time/resolve.ts";
import type { SkippedProfile } from "../../../suite/connection/profiles.ts";
import type { Question } from "../question/question.ts";
import type { Resolved } from "../question/resolve.ts";
import type { AllFinished, Finished } from "../run/types.ts";
import { lateText } from "./late.ts";
import { nothingNote, unacceptedText, zerosNote } from "./notes.ts";
import { withDelivery } from "../../../numbers/meaning/delivery.ts";
import { resultOf } from "./result.ts";
import { shownOf } from "../../../answers/results/shown.ts";
import { standingOf } from "../../../numbers/table/goal.ts";
import { withGoal } from "../../../answers/results/goal.ts";
import type { Goal } from "../../../base/time/goals.ts";
import { StoredMetrics } from "../../../answers/results/stored.ts";
import type { ReplyFrame } from "../../../answers/results/text.ts";

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
  shape: Shape,
  parts: ReplyParts,
): Work<MadeReport> {
  const { usual, goal, sorting } = shape;
  const { question, dates, skipped: unavailable } = resolved;
  const [first] = finished;
  const skipped = [...unavailable, ...first.skipped];
  const named =
    sorting.isNamed === true ? question.profiles.length + unavailable.length : undefined;
  const statements = statementsOf(first, resolved, shape.lacking, parts);
  const { chosen, stated, remarks } = statements;
  const context = { weekStart: parts.weekStart, remarks: statements.ofResult };
  const { later, earlier, base, late, said } = yield* sidesOf(finished, resolved, shape, context);
  const stored = parts.add(
    (id) => new StoredMetrics(id, later, { before: earlier, usual, where: sorting.where, base }),
  );
  const report = yield* reportOn(stored, { dimensions: question.dimensions, sorting });
  const nothing =
    (earlier === undefined || nothingNote(earlier, question)) && nothingNote(later, question);
  return {
    stored,
    report: goal === undefined ? report : withGoal(report, standingOf(later, goal, base)),
    dates,
    // The plan can cover both ranges of a comparison.
    question: { ...first.question, start: question.start, end: question.end },
    skipped,
    stated: [...said, ...stated],
    nothing,
    complete: (coverage) => [
      ...said,
      ...stated,
      ...completeness(dates, skipped, coverage, named).filter(
        (text) => late === undefined || text !== complete,
      ),
    ],
    cautions: [chosen, ...remarks, nothing],
  };
}

/** The sentences on a question. */
interface Statements extends Pick<MadeReport, "stated"> {
  /** The labels by which profiles were chosen, and how many there are. */
  readonly chosen: string | undefined;
  readonly remarks: readonly Note[];
  /** All of them, and those of every answer. */
  readonly ofResult: readonly string[];
}

function statementsOf(
  { question: sentQuestion, skipped }: Finished,
  { question, dates, chosenBy, chosenFrom, cut, skipped: unavailable }: Resolved,
  lacking: string | undefined,
  { emptied, differences, since, remarks: always }: ReplyParts,
): Statements {
  const { words = [] } = question;
  const rejected = unacceptedText(sentQuestion, since);
  const short = sentQuestion.isEvidenceShort === true ? shortText : undefined;
  const chosen = chosenBy && `${chosenBy}: ${question.profiles.length} of ${chosenFrom}.`;
  const stated = [emptied, ...words, cut, lacking, rejected, short].filter(
    (text) => text !== undefined,
  );
  const remarks = [
    ...skippedNotes([...unavailable, ...skipped]),
    ...unfinishedNotes(dates, question.profiles),
    ...differences,
  ];
  const ofResult = [...always, chosen, ...stated, ...remarks].filter(
    (text) => typeof text === "string",
  );
  return { chosen, stated, remarks, ofResult };
}

/** The results of both ranges. */
interface Delivered {
  readonly later: Result;
  readonly earlier: Result | undefined;
  /** The earlier range of a goal, which is no side of a comparison. */
  readonly base: Result | undefined;
  readonly late: string | undefined;
  /** Sentences on the values of the later range, which are remarks of both results. */
  readonly said: readonly string[];
}

/** The results of both ranges, each without the days that are not delivered. */
function* sidesOf(
  finished: AllFinished,
  { question, dates, knownLabels: labels }: Resolved,
  { before, usual, goal }: Shape,
  ofBoth: Pick<Result, "weekStart" | "remarks">,
): Work<Delivered> {
  const [first, second = first] = finished;
  const { dimensions } = question;
  const context = { ...ofBoth, labels, today: dates.today };
  const early = before && (yield* resultIn(before, second, dimensions, context));
  const [deliveredNow, cutBefore] = yield* withDelivery(
    yield* resultIn(question, first, dimensions, context),
    goal === undefined ? early : undefined,
  );
  // Each of the usual ranges is cut by itself.
  const deliveredBefore = usual === undefined ? cutBefore : early;
  const late = lateText(deliveredNow);
  const said = [late, zerosNote(deliveredNow)].filter((text) => typeof text === "string");
  // Pieces say so too.
  const saying = (side: Result): Result => ({ ...side, remarks: [...said, ...side.remarks] });
  const base = goal === undefined ? undefined : early;
  const earlier = deliveredBefore && saying(deliveredBefore);
  return { later: saying(deliveredNow), earlier, base, late, said };
}

/** The result of a run in one range. */
function* resultIn(
  { start, end }: Range,
  { question, outcome, fetched }: Finished,
  dimensions: Question["dimensions"],
  context: Parameters<typeof resultOf>[2],
): Work<Result> {
  const result = {
    ...(yield* resultOf({ ...question, dimensions }, outcome, context)),
    fetched,
  };
  if (result.end !== end || result.start < start) return withinDays(result, { start, end });
  return result.start > start ? { ...result, askedRange: { start, end } } : result;
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
