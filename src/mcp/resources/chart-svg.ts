/** Reads the picture of a stored chart as a resource. */
import { ResourceNotFoundError, type ReadResourceResult } from "@modelcontextprotocol/server";
import { ToolError } from "../../errors/tool-error.ts";
import type { ResultStore } from "../../replies/result-store.ts";

export const svgType = "image/svg+xml";

/** @throws ResourceNotFoundError, a protocol error, for a chart that is not stored. */
export async function readChartSvg(
  results: ResultStore,
  uri: URL,
  id: string,
): Promise<ReadResourceResult> {
  try {
    const text = await results.chart(id).svg();
    return { contents: [{ uri: uri.href, mimeType: svgType, text }] };
  } catch (error) {
    if (error instanceof ToolError) throw new ResourceNotFoundError(uri.href, error.message);
    throw error;
  }
}
