/** Reads the picture of a stored chart as a resource. */
import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { StoredResults } from "../accounts.ts";
import { readText } from "./read-text.ts";

export const svgType = "image/svg+xml";

/**
 * @param name the part of the URI before `.svg`: a chart's id, or `{id}.without-1-3`, which leaves out the first and the
 * third name of the legend.
 * @throws ResourceNotFoundError, a protocol error, for a chart that is not stored.
 */
export function readChartSvg(
  results: StoredResults,
  uri: URL,
  name: string,
): Promise<ReadResourceResult> {
  const [, id = name, without] = /^(\w+)\.without-(\d+(?:-\d+)*)$/.exec(name) ?? [];
  return readText(uri, svgType, async () =>
    (await results.chart(id)).svg(without?.split("-").map(Number)),
  );
}
