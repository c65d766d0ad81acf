/** All templates. */
import { analysts } from "./analysts.ts";
import { changing } from "./changing.ts";
import { derived } from "./derived.ts";
import { metrics } from "./metrics.ts";
import { plain } from "./plain.ts";
import { posts } from "./posts.ts";
import type { Template } from "./template.ts";
import { traps } from "./traps.ts";

export const templates: readonly Template[] = [
  ...metrics,
  ...plain,
  ...traps,
  ...posts,
  ...analysts,
  ...changing,
  ...derived,
];
