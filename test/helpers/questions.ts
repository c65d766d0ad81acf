/** Questions that several tests ask. */
import { facebookIds } from "./connect.ts";

export const lastWeek = { date_start: "2026-10-01", date_end: "2026-10-07" };
export const small = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(3),
  dimensions: ["profile", "date.day"],
  ...lastWeek,
};
