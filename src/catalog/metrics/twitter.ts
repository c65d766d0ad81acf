import { average, sum } from "./metric.ts";

export const twitter = [
  average("ff_ratio", { note: "followers divided by following" }),
  sum("followers_change"),
  average("followers_lifetime"),
  sum("following_change"),
  average("following_lifetime"),
  sum("listed_change"),
  average("listed_lifetime"),
];
