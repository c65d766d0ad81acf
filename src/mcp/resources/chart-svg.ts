/** Reads the picture of a stored chart as a resource. */
import { ResourceNotFoundError, type ReadResourceResult } from "@modelcontextprotocol/server";
import { ToolError } from "../../errors/tool-error.ts";
import type { ResultStore } from "../../replies/result-store.ts";

export const svgType = "image/svg+xml";

/**
 * @param name the part of the URI before `.svg`: a chart's id, or `{id}.without-1-3`, without the first and the third
 * name of the legend.
 * @throws ResourceNotFoundError, a protocol error, for a chart that is not stored.
 */
export async function readChartSvg(
  results: ResultStore,
  uri: URL,
  name: string,
): Promise<ReadResourceResult> {
  const [, id = name, without] = /^(\w+)\.without-(\d+(?:-\d+)*)$/.exec(name) ?? [];
  try {
    const text = await results.chart(id).svg(without?.split("-").map(Number));
    return { contents: [{ uri: uri.href, mimeType: svgType, text }] };
  } catch (error) {
    if (error instanceof ToolError) throw new ResourceNotFoundError(uri.href, error.message);
    throw error;
  }
}
