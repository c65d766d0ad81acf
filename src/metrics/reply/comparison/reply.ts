/** The reply to a comparison: both sides from their runs, stored and shown. */
import type { Work } from "../../../async/work.ts";
import type { Result } from "../../../cells/result.ts";
import { completeness, skippedNotes } from "../../../replies/completeness.ts";
import type { Reply } from "../../../replies/reply.ts";
import type { Range } from "../../../time/grains.ts";
import { unfinishedNotes } from "../../../time/resolve.ts";
import type { Resolved } from "../../question/resolve.ts";
import type { Finished } from "../../run/types.ts";
import { resultOf, type ReplyParts } from "../metrics-reply.ts";
import { agesNote, insightsNote, nothingNote } from "../notes.ts";
import { slice } from "../slice.ts";
import { shownReply } from "./text.ts";
import { StoredComparison } from "./stored.ts";

/**
 * Stores both sides and shows them.
 * @param finished one run of both ranges, or one of each, the later first.
 * @throws ToolError `limit_exceeded` for a result that cannot be stored.
 */
export function* comparisonReply(
  finished: readonly [Finished, ...Finished[]],
  { before, isExplained }: { readonly before: Range; readonly isExplained: boolean },
  { question, dates, labels, labelNote, skipped: unavailable }: Resolved,
  { results, settings, now, remarks: always }: ReplyParts,
  spent: string,
): Work<Reply> {
  const [first] = finished;
  const skipped = [...unavailable, ...first.skipped];
  const remarks = [...skippedNotes(skipped), ...unfinishedNotes(dates)];
  const changeableSince = finished.flatMap((one) => one.changeableSince);
  const ages = agesNote({ changeableSince }, now());
  function* sideOf(run: Finished, range: Range): Work<Result> {
    const stated = [...always, ...remarks, ages].filter((one) => typeof one === "string");
    const whole = yield* resultOf(run.question, run.outcome, labels, stated, dates.today);
    const isWhole = whole.start === range.start && whole.end === range.end;
    return isWhole ? whole : slice(whole, { dateStart: range.start, dateEnd: range.end });
  }
  const comparison = {
    now: yield* sideOf(first, question),
    before: yield* sideOf(finished[1] ?? first, before),
    isExplained,
  };
  const { dimensions } = question;
  const stored = results.add((id) => new StoredComparison(id, comparison, dimensions, now()));
  const shown = { comparison, dimensions, compared: yield* stored.compared() };
  const notes = [
    dates.note,
    labelNote,
    ...remarks,
    nothingNote(comparison.before, question) && nothingNote(comparison.now, question),
    insightsNote(first.question),
    `CSV: of each metric the number, then :previous, :change, :change_percent and :contribution${isExplained ? "; of a ratio also :rate and :mix" : ""}.`,
  ];
  const complete = (coverage: string): string => completeness(dates, skipped, coverage);
  return yield* shownReply(
    { shown, complete, state: spent, ages, notes, stored, isPiece: false },
    settings.maxAnswerTokens,
  );
}
