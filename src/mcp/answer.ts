/** What a tool returns: a text that stands alone, and the result that it can be checked against. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { ToolError } from "../catalog/errors.ts";
import { csvParts } from "../table/csv.ts";
import type { Result } from "../results/result.ts";

export interface Answer {
  readonly text: string;
  readonly result?: Result;
}

export interface CsvLink {
  readonly uri: string;
  readonly bytes: number;
}

/** One link, or one for each part of a result that is too large to travel whole. */
export function csvLinks(result: Result): CsvLink[] {
  const parts = csvParts(result);
  return parts.map(({ bytes }, index) => ({
    uri: parts.length === 1 ? `result://${result.id}.csv` : `result://${result.id}.part-${index + 1}.csv`,
    bytes,
  }));
}

/** The last line of an answer: under which id the exact result is kept, and where its CSV is. */
export function resultLine(result: Result): string {
  const links = csvLinks(result);
  const [first] = links;
  if (links.length === 1) return `result ${result.id} · ${first?.uri}`;
  return `result ${result.id} · CSV in ${links.length} parts, ${first?.uri} to part-${links.length}.csv`;
}

/** @param withLinks whether the client knows `resource_link`. */
export function toCallToolResult(answer: Answer, withLinks: boolean): CallToolResult {
  const links =
    withLinks && answer.result !== undefined ? csvLinks(answer.result).map(resourceLink) : [];
  return { content: [{ type: "text", text: answer.text }, ...links] };
}

const resourceLink = ({ uri, bytes }: CsvLink): ContentBlock => ({
  type: "resource_link",
  uri,
  name: uri.replace("result://", ""),
  mimeType: "text/csv",
  size: bytes,
});

/** The only place where errors become text: tool errors as they are, anything else without its inner words. */
export function toErrorText(error: unknown): string {
  if (error instanceof ToolError) return error.message;
  return new ToolError(
    "upstream_failed",
    "this server failed inside, which is a defect",
    "Tell the user to report it.",
  ).message;
}

export const toErrorResult = (error: unknown): CallToolResult => ({
  content: [{ type: "text", text: toErrorText(error) }],
  isError: true,
});
