/** The reply to a metrics question: the result of its run, stored and shown. */
import type { Profile } from "../../api/records.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey, type RowValue } from "../../cells/axis.ts";
import type { LabelRows, Result } from "../../cells/result.ts";
import { profileNames } from "../../connection/names.ts";
import { waysOf } from "../../meaning/combine.ts";
import { figuresOf } from "../../meaning/daily.ts";
import { addRatios } from "../../meaning/ratio-columns.ts";
import type { Outcome } from "../merge/assemble.ts";
import { completeness, skippedNotes } from "../../replies/completeness.ts";
import type { Reply } from "../../replies/reply.ts";
import type { ReplyServices } from "../../replies/services.ts";
import type { Day } from "../../time/days.ts";
import { unfinishedNotes } from "../../time/resolve.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import type { Resolved } from "../question/resolve.ts";
import type { Finished } from "../run/types.ts";
import {
  agesNote,
  cutNote,
  foldedNotes,
  insightsNote,
  nothingNote,
  unlabelledNotes,
} from "./notes.ts";
import { withUnlabelled } from "./unlabelled.ts";
import { csvNote } from "../../tables/csv-note.ts";
import { slice } from "./slice.ts";
import { resultReply } from "./result-reply.ts";
import { StoredMetrics } from "./stored.ts";

/** Stores the result of a run and shows it. @throws ToolError `limit_exceeded` for a result that cannot be stored. */
export function metricsReply(
  finished: Finished,
  { dates, labels, labelNote, skipped: unavailable }: Resolved,
  { results, settings, now }: Pick<ReplyServices, "results" | "settings" | "now">,
  spent: string,
): Reply {
  const { question, outcome } = finished;
  const skipped = [...unavailable, ...finished.skipped];
  const ages = agesNote(finished, now());
  const remarks = [
    ...skippedNotes(skipped),
    ...unfinishedNotes(dates),
    ...(typeof ages === "string" ? [ages] : []),
  ];
  const result = resultOf(question, outcome, labels, remarks, dates.today);
  const stored = results.add((id) => new StoredMetrics(id, result, now()));
  const { dimensions } = question;
  const readable = withUnlabelled(result);
  const ways = waysOf(readable);
  const figures = figuresOf(readable, dimensions, { ways });
  const notes = [
    dates.note,
    labelNote,
    ...remarks,
    nothingNote(result, question),
    insightsNote(question),
    ...unlabelledNotes(question, labels, readable !== result),
    ...foldedNotes(finished),
    cutNote(finished.tooLarge),
    csvNote(result),
  ];
  const isStatistic = dimensions.includes("date.weekday");
  const shown = { result: readable, dimensions, ways, figures, isStatistic };
  const complete = (coverage: string): string => completeness(dates, skipped, coverage);
  return resultReply(
    { shown, complete, state: spent, notes, stored, isPiece: false },
    settings.maxAnswerTokens,
  );
}

/** The cells of a run with the names of their rows. */
export function resultOf(
  question: Question,
  { cells, days, weekStart }: Pick<Outcome, "cells" | "days" | "weekStart">,
  labels: Labels | undefined,
  remarks: readonly string[] = [],
  today?: Day,
): Result {
  const { network, start, end } = question;
  const profiles = includedProfiles(question);
  const labelRows =
    cells.axes.find(({ type }) => type === "profile_label")?.rows ?? labelIds(profiles, labels);
  const labelNames = labelRows.flatMap((row): [string, string][] => {
    const name = labels?.nameOf(labels.idOf(row) ?? "");
    return name === undefined ? [] : [[rowKey(row), name]];
  });
  const result = {
    network,
    start,
    end,
    weekStart,
    cells,
    days,
    ...(labels === undefined ? {} : { labels: labelRowsOf(profiles, labelRows, labels) }),
    remarks,
    today,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
  return question.shown === undefined ? result : withShown(result, question.shown);
}

/** The result with the ratios of its question, and without the metrics that are only parts of them. */
function withShown(result: Result, shown: readonly Metric[]): Result {
  const all = addRatios(
    result,
    shown.filter(({ isDerived }) => isDerived),
  );
  return slice(all, { metrics: shown.map(({ name }) => name) });
}

/** The labels of some profiles, each once. */
const labelIds = (profiles: readonly Profile[], labels: Labels | undefined): string[] => [
  ...new Set(profiles.flatMap((profile) => labels?.of(profile) ?? [])),
];

function labelRowsOf(
  profiles: readonly Profile[],
  rows: readonly RowValue[],
  labels: Labels,
): LabelRows {
  const places = new Map(rows.map((row, place) => [labels.idOf(row) ?? rowKey(row), place]));
  const placesOf = profiles.map((profile) => {
    const own = labels.of(profile).flatMap((id) => places.get(id) ?? []);
    return [String(profile.id), own] as const;
  });
  return { rows, placesOf: new Map(placesOf) };
}
