/** All templates. */
import { analysts } from "./analysts.ts";
import * as metrics from "./metrics.ts";
import * as posts from "./posts.ts";
import type { Template } from "./template.ts";
import * as traps from "./traps.ts";

export const templates: readonly Template[] = [
  ...metrics.totals,
  ...metrics.totalsOfAll,
  ...metrics.levelsAtEnd,
  ...metrics.meanReach,
  ...metrics.peopleInAll,
  ...metrics.ratiosOfSums,
  ...metrics.changes,
  ...metrics.bestDays,
  ...metrics.bestProfiles,
  ...metrics.bestWeekdays,
  ...traps.missingDays,
  ...traps.noInsights,
  ...traps.acrossBreaks,
  ...traps.ambiguous,
  ...traps.unaffordable,
  ...posts.posts,
  posts.postsOfOneDay,
  ...posts.references,
  ...analysts,
  posts.postsByDay,
];
