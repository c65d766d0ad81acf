/** What a tool returns: a text that stands alone, and the result that it can be checked against. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { ToolError } from "../catalog/errors.ts";
import type { Result } from "../results/result.ts";

export interface Answer {
  readonly text: string;
  /** The result behind the text, and where a client reads all of it. */
  readonly result?: Result;
  readonly links?: readonly CsvLink[];
}

export interface CsvLink {
  readonly uri: string;
  readonly bytes: number;
}

/** @param withLinks whether the client knows `resource_link`. */
export function toCallToolResult({ text, links = [] }: Answer, withLinks: boolean): CallToolResult {
  return { content: [{ type: "text", text }, ...(withLinks ? links.map(resourceLink) : [])] };
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
