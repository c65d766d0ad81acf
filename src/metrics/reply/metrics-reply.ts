/** The reply to a metrics question: the result of its run, stored and shown. */
import { rowKey } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { profileNames } from "../../connection/names.ts";
import { completeness, skippedNotes } from "../../replies/completeness.ts";
import type { Reply } from "../../replies/reply.ts";
import type { ReplyServices } from "../../replies/services.ts";
import { unfinishedNotes } from "../../time/resolve.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import type { Resolved } from "../question/resolve.ts";
import type { Finished } from "../run/types.ts";
import { cutNote, foldedNotes, insightsNote, nothingNote, unlabelledNotes } from "./notes.ts";
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
    dates.note,
    ...remarks,
    nothingNote(result, question),
    insightsNote(question),
    ...unlabelledNotes(question, labels),
    ...foldedNotes(outcome),
    cutNote(finished.tooLarge),
  ];
  const state = `${completeness(dates, skipped)} ${spent}`;
  return resultReply({ finest: result, state, notes, stored }, settings.maxAnswerTokens);
}

/** The cells of a run with the names of their rows. */
export function resultOf(
  question: Question,
  cells: Cells,
  labels: Labels | undefined,
  remarks: readonly string[] = [],
): Result {
  const { network, start, end } = question;
  const profiles = includedProfiles(question);
  const labelRows = cells.axes.find(({ type }) => type === "profile_label")?.rows ?? [];
  const labelNames = labelRows.flatMap((row): [string, string][] => {
    const name = labels?.nameOf(labels.idOf(row) ?? "");
    return name === undefined ? [] : [[rowKey(row), name]];
  });
  return {
    network,
    start,
    end,
    cells,
    remarks,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
}
