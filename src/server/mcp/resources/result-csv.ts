/** The CSV of a stored result as a resource: whole, or one part of it. */
import { text } from "node:stream/consumers";
import { done } from "../../../base/async/work.ts";
import type { TimeSlice } from "../../../base/async/time-slice.ts";
import { ToolError } from "../../../base/errors/tool-error.ts";
import { csvBlocks, csvParts, partsOf } from "../../../answers/replies/csv.ts";
import type { StoredResult } from "../../../answers/replies/reply.ts";
import { fetchedTimes } from "../structured.ts";
import type { StoredResults } from "../accounts.ts";
import { plural } from "../../../base/text/words.ts";

/** A resource, and when the API was asked for its numbers. */
export interface StoredText {
  readonly text: string;
  readonly _meta?: { readonly fetched: Record<"oldest" | "newest", string> };
}

/**
 * @param name the part of the URI before `.csv`: a result's id, `{id}.part-{n}`, or `{id}.wide`.
 * @throws ToolError that states which URIs can be read.
 */
export async function resultCsv(
  results: StoredResults,
  name: string,
  slice: TimeSlice,
): Promise<StoredText> {
  const [, id = "", wide, part] = /^(.+?)(?:\.(wide)|\.part-(\d{1,6}))?$/.exec(name) ?? [];
  const stored = await results.get(id);
  const read = wide === undefined ? csvText(stored, part, slice) : wideText(stored, slice);
  const fetched = fetchedTimes(stored);
  return { text: await read, ...(fetched && { _meta: { fetched } }) };
}

async function csvText(
  stored: StoredResult,
  part: string | undefined,
  slice: TimeSlice,
): Promise<string> {
  const { id } = stored;
  const parts = await slice.run(partsOf(stored));
  const chosen = parts.length === 1 && part === undefined ? parts[0] : parts[Number(part) - 1];
  if (chosen !== undefined) return text(csvBlocks(await slice.run(stored.csv()), slice, chosen));
  throw new ToolError(
    "not_found",
    `the CSV of result ${id} has ${plural(parts.length, "part")}`,
    parts.length === 1
      ? `Read result://${id}.csv.`
      : `Read result://${id}.part-1.csv to result://${id}.part-${parts.length}.csv.`,
  );
}

async function wideText(stored: StoredResult, slice: TimeSlice): Promise<string> {
  const { id } = stored;
  const csv = await slice.run(stored.wideCsv?.() ?? done(undefined));
  if (csv === undefined)
    throw new ToolError(
      "not_found",
      `result ${id} has no wide CSV, because it is not by day and one other dimension`,
      `Read result://${id}.csv, or ask get_profile_metrics with the dimensions profile and date.day.`,
    );
  if ((await slice.run(csvParts(csv))).length > 1)
    throw new ToolError(
      "limit_exceeded",
      `the wide CSV of result ${id} is too large for one message`,
      `Read result://${id}.csv or its parts, or ask for fewer days or profiles.`,
    );
  return text(csvBlocks(csv, slice));
}
