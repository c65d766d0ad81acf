/** A server with a stored result, and functions that read it. */
import type { Client } from "@modelcontextprotocol/client";
import { connect, facebookIds, type Connected } from "./connect.ts";

export const dailyQuestion = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(4),
  date_start: "2026-09-28",
  date_end: "2026-10-11",
  dimensions: ["profile", "date.day"],
};

/** Returns the result id of an answer, not one that a quoted post may name. */
export const idOf = (text: string): string =>
  /^result:\/\/(r\w+)(?:~.*)?\.(?:part-1\.)?csv.*$(?![\s\S])/m.exec(text)?.[1] ?? "";

export async function withResult(
  overrides: Record<string, unknown> = {},
): Promise<Connected & { result: string }> {
  const connected = await connect();
  const { text } = await connected.call("get_profile_metrics", { ...dailyQuestion, ...overrides });
  return { ...connected, result: idOf(text) };
}

export async function readCsv({ client }: { client: Client }, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  return content !== undefined && "text" in content ? content.text : "";
}
