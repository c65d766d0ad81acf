/** Questions about the last week, to networks that deliver late. */
import type { Connected } from "./connect.ts";

const week = { network: "facebook", period: "last_7_days" };

export const ask = async ({ call }: Connected, question: object): Promise<string> =>
  (await call("get_profile_metrics", { ...week, ...question })).text;
