/** Law: only cached answers are read, each once per call. */
import { expect, test } from "vitest";
import type { BlobCache } from "../../src/base/files/blob-cache.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";
import { connect, facebookIds } from "../helpers/connect.ts";

/** A blob cache that notes the names of metrics answers that are read. */
function countingCache(): { cache: BlobCache; read: string[] } {
  const blobs = memoryBlobCache(() => 0);
  const read: string[] = [];
  const get = (name: string): ReturnType<BlobCache["get"]> => {
    if (name.startsWith("metrics ")) read.push(name);
    return blobs.get(name);
  };
  return { cache: { ...blobs, get }, read };
}

const question = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(120),
  date_start: "2026-08-01",
  date_end: "2026-09-30",
  dimensions: ["profile", "date.day"],
};

test.each([
  ["whose requests are cached", {}],
  ["whose requests have to be cut", { complexity: 5000 }],
])("a question %s reads each answer once", async (_, options) => {
  const { cache, read } = countingCache();
  const first = await connect({ profiles: 120, cache, ...options });
  await first.call("get_profile_metrics", question);
  expect(read, "nothing is cached").toEqual([]);

  const second = await connect({ profiles: 120, cache, ...options });
  const { text } = await second.call("get_profile_metrics", { ...question, plan_only: true });
  expect(text).toContain("\nNo request: everything is cached.\n");
  expect(new Set(read).size).toBeGreaterThan(1);
  expect(read).toHaveLength(new Set(read).size);
});
