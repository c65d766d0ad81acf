/** Questions about profiles of facebook over the year 2025. */
import { toProfileId } from "../../src/suite/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { facebookMetrics } from "./grids.ts";

/** Profiles with the ids `p0`, `p1` and so on. */
export const profilesOf = (count: number): Question["profiles"] =>
  Array.from({ length: count }, (_, index) => ({
    id: toProfileId(`p${index}`),
    name: `P ${index}`,
  }));

/** @param rest replaces the metric `fans_change`, or anything else. */
export const yearly = (
  dimensions: readonly Dimension[],
  profiles: number,
  rest: Partial<Question> = {},
): Question => ({
  version: 3,
  network: "facebook",
  metrics: facebookMetrics("fans_change"),
  dimensions,
  start: toDay("2025-01-01"),
  end: toDay("2025-12-31"),
  profiles: profilesOf(profiles),
  excluded: new Set(),
  ...rest,
});
