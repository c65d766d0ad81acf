/** The reply to a metrics question: the result of its run, stored and shown. */
import { completeness, skippedNotes } from "../../replies/completeness.ts";
import type { Reply } from "../../replies/reply.ts";
import type { ReplyServices } from "../../replies/services.ts";
import { unfinishedNotes } from "../../time/resolve.ts";
import type { Resolved } from "../question/resolve.ts";
import type { Finished } from "../run/run.ts";
import { cutNotes, foldedNotes, insightsNotes, nothingNotes, unlabelledNotes } from "./notes.ts";
import { resultOf } from "./result.ts";
import { resultReply } from "./result-reply.ts";
import { StoredMetrics } from "./stored.ts";

/** Stores the result of a run and shows it. @throws ToolError `limit_exceeded` for a result that cannot be stored. */
export function metricsReply(
  finished: Finished,
  { dates, labels, skipped: unavailable }: Resolved,
  { results, settings, now }: Pick<ReplyServices, "results" | "settings" | "now">,
  spent: string,
): Reply {
  const { question, outcome } = finished;
  const skipped = [...unavailable, ...finished.skipped];
  const remarks = [...skippedNotes(skipped), ...unfinishedNotes(dates)];
  const result = resultOf(question, outcome.cells, labels, remarks);
  const stored = results.add((id) => new StoredMetrics(id, result, now()));
  const notes = [
    ...(dates.note === undefined ? [] : [dates.note]),
    ...remarks,
    ...nothingNotes(result, question),
    ...insightsNotes(question),
    ...unlabelledNotes(question, labels),
    ...foldedNotes(outcome),
    ...cutNotes(finished.tooLarge),
  ];
  const state = `${completeness(dates, skipped)} ${spent}`;
  return resultReply({ finest: result, state, notes, stored }, settings.maxAnswerTokens);
}
