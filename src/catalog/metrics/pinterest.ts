import { average, sum } from "./metric.ts";

export const pinterest = [
  sum("boards_change"),
  average("boards_lifetime"),
  sum("followers_change"),
  average("followers_lifetime"),
  sum("following_change"),
  average("following_lifetime"),
  average("pins_lifetime"),
];
