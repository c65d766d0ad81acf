/** Questions to all networks, and the parts of their replies. */
import type { Connected } from "./connect.ts";
import { readReply, type TextTable } from "./reply-tables.ts";

export const month = { network: "all", period: "last_month" };

/** Asks about the last month. */
export const ask = async (
  connected: Connected,
  question: Record<string, unknown>,
): Promise<{ text: string; opening: string; tables: TextTable[]; notes: string[] }> => {
  const { text } = await connected.call("get_profile_metrics", { ...month, ...question });
  return { text, ...readReply(text) };
};
