/** What a tool returns: a text that stands alone, the same for programs, and the result that it can be checked against. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { internalError, ToolError } from "../errors/tool-error.ts";
import type { KeptResult } from "./result-store.ts";
import type { Table } from "./table.ts";
import { structuredContent } from "../mcp/structured.ts";

export interface Answer {
  readonly text: string;
  /** What the text says, made only for clients of structured content. */
  readonly table: () => Table;
  /** The result behind the text, and where a client reads all of it. */
  readonly result?: KeptResult;
  readonly links?: readonly CsvLink[];
  /** Hand it back to go on after the last row. */
  readonly cursor?: string | undefined;
}

export interface CsvLink {
  readonly uri: string;
  readonly bytes: number;
}

export interface AnswerForm {
  /** Whether the client knows `resource_link`. */
  readonly withLinks: boolean;
  /** Whether programs are to be served: a client may hide the text from the model then. */
  readonly structured: boolean;
}

export function toCallToolResult(answer: Answer, form: AnswerForm): CallToolResult {
  const { text, links = [] } = answer;
  return {
    content: [{ type: "text", text }, ...(form.withLinks ? links.map(resourceLink) : [])],
    ...(form.structured ? { structuredContent: structuredContent(answer) } : {}),
  };
}

const resourceLink = ({ uri, bytes }: CsvLink): ContentBlock => ({
  type: "resource_link",
  uri,
  name: uri.replace("result://", ""),
  mimeType: "text/csv",
  size: bytes,
});

/** Anything but a tool error is a defect of this server, and is not quoted. */
export const asToolError = (error: unknown): ToolError =>
  error instanceof ToolError
    ? error
    : internalError("this server failed because of a defect", error);

/** The only place where errors become text. */
export const toErrorText = (error: unknown): string => asToolError(error).message;

export const toErrorResult = (error: unknown): CallToolResult => ({
  content: [{ type: "text", text: toErrorText(error) }],
  isError: true,
});
