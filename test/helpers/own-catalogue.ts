/** Files of an operator's catalogue. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folders.ts";

export function written(text: string): string {
  const file = join(temporaryFolder(), "catalogue.json");
  writeFileSync(file, text);
  return file;
}

/** A file with metrics, a word and a ratio. */
export const catalogueFile = (): string =>
  written(`{
  // The API has them since October.
  "metrics": [
    { "network": "facebook", "name": "insights_saves", "aggregation": "sum",
      "breakdowns": ["post_attribution"], "kind": "flow" },
    { "network": "facebook", "name": "insights_dwell", "aggregation": "average", "kind": "people" },
    { "network": "facebook", "name": "insights_hides", "aggregation": "sum", "kind": "flow" },
  ],
  "words": { "Bookmark": ["insights_saves"] },
  "ratios": { "save_rate": "insights_saves / insights_reach" },
}`);
