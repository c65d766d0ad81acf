/** The reply to a metrics question: the result of its run, stored and shown. */
import type { Work } from "../../async/work.ts";
import type { Profile } from "../../api/records.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey, type RowValue } from "../../cells/axis.ts";
import type { LabelRows, Result } from "../../cells/result.ts";
import type { Connection } from "../../connection/connection.ts";
import { profileNames } from "../../connection/names.ts";
import { waysOf } from "../../meaning/combine.ts";
import { figuresOf } from "../../meaning/daily.ts";
import { addRatios } from "../../meaning/ratio-columns.ts";
import type { Outcome } from "../merge/assemble.ts";
import { completeness, skippedNotes } from "../../replies/completeness.ts";
import type { Reply } from "../../replies/reply.ts";
import type { ReplyServices } from "../../replies/services.ts";
import type { Day } from "../../time/days.ts";
import type { Weekday } from "../../time/grains.ts";
import { unfinishedNotes } from "../../time/resolve.ts";
import type { Labels } from "../question/labels.ts";
import { heldAsParts, isSeenByMonth } from "../question/needs.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import type { Resolved } from "../question/resolve.ts";
import type { Finished } from "../run/types.ts";
import { agesNote, insightsNote, nothingNote } from "./notes.ts";
import { csvNote } from "../../tables/csv-note.ts";
import { slice } from "./slice.ts";
import { resultReply } from "./result-reply.ts";
import { StoredMetrics } from "./stored.ts";

/** The services of a reply to a run; the remarks hold for everything that the connection answers. */
export type ReplyParts = Pick<ReplyServices, "results" | "settings" | "now"> &
  Pick<Connection, "remarks">;

/** Stores the result of a run and shows it. @throws ToolError `limit_exceeded` for a result that cannot be stored. */
export function* metricsReply(
  finished: Finished,
  { dates, labels, labelNote, cut, skipped: unavailable }: Resolved,
  { results, settings, now, remarks: always }: ReplyParts,
  { spent, weekStart }: { readonly spent: string; readonly weekStart: Weekday | undefined },
): Work<Reply> {
  const { question } = finished;
  const outcome = { ...finished.outcome, weekStart: finished.outcome.weekStart ?? weekStart };
  const skipped = [...unavailable, ...finished.skipped];
  const ages = agesNote(finished, now());
  const remarks = [...skippedNotes(skipped), ...unfinishedNotes(dates)];
  // The cost states what always holds.
  const stated = [...always, cut, ...remarks, ages].filter((one) => typeof one === "string");
  const result = yield* resultOf(question, outcome, labels, stated, dates.today);
  const stored = results.add((id) => new StoredMetrics(id, result, now()));
  const { dimensions } = question;
  const ways = waysOf(result);
  const figures = yield* figuresOf(result, dimensions, { ways });
  const notes = [
    dates.note,
    labelNote,
    ...remarks,
    nothingNote(result, question),
    insightsNote(question),
    csvNote(result),
  ];
  const isStatistic = dimensions.includes("date.weekday");
  const shown = { result, dimensions, ways, figures, isStatistic };
  const complete = (coverage: string): string =>
    [cut, completeness(dates, skipped, coverage)].filter(Boolean).join(" ");
  try {
    return yield* resultReply(
      { shown, complete, state: spent, ages, notes, stored, isPiece: false },
      settings.maxAnswerTokens,
    );
  } catch (error) {
    results.remove(stored.id);
    throw error;
  }
}

/** The cells of a run with the names of their rows. */
export function* resultOf(
  question: Question,
  { cells, days, sums, weekStart }: Outcome,
  labels: Labels | undefined,
  remarks: readonly string[] = [],
  today?: Day,
): Work<Result> {
  const { network, start, end } = question;
  const profiles = includedProfiles(question);
  const labelRows =
    cells.axes.find(({ type }) => type === "profile_label")?.rows ?? labels?.rowsOf(profiles) ?? [];
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
    sums,
    heldAsParts: heldAsParts(question),
    isSeenByMonth: isSeenByMonth(question),
    ...(labels === undefined ? {} : { labels: labelRowsOf(profiles, labelRows, labels) }),
    remarks,
    today,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
  return question.shown === undefined ? result : yield* withShown(result, question.shown);
}

/** The result with the ratios of its question, and without the metrics that are only parts of them. */
function* withShown(result: Result, shown: readonly Metric[]): Work<Result> {
  const all = yield* addRatios(
    result,
    shown.filter(({ isDerived }) => isDerived),
  );
  return slice(all, { metrics: shown.map(({ name }) => name) });
}

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
