/** Reads a text as a resource. */
import { ResourceNotFoundError, type ReadResourceResult } from "@modelcontextprotocol/server";
import { ToolError } from "../../errors/tool-error.ts";

/** @throws ResourceNotFoundError, a protocol error, with the message of a ToolError that `read` throws. */
export async function readText(
  uri: URL,
  mimeType: string,
  read: () => string | Promise<string>,
): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await read() }] };
  } catch (error) {
    if (error instanceof ToolError) throw new ResourceNotFoundError(uri.href, error.message);
    throw error;
  }
}
