/** Fills the cache of a program as its earlier questions would. */
import { identityOf } from "../../src/suite/api/authorization.ts";
import type { ProfileId } from "../../src/suite/api/records.ts";
import { answerPrefix } from "../../src/suite/connection/answers/answer-index.ts";
import { cachedAnswerText, keyOf } from "../../src/suite/connection/answers/cached-answer.ts";
import { environmentCredentials } from "../../src/suite/credentials/environment.ts";
import { cacheOf } from "../../src/base/files/blob-cache.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { join } from "node:path";
import type { Environment } from "./process.ts";

/** Answers of one metric, each of another day long ago. @param environment of the program, with its credentials. */
export async function cacheAnswers(
  environment: Environment,
  count: number,
  profiles: readonly ProfileId[],
): Promise<void> {
  const credentials = environmentCredentials(environment);
  if (credentials === undefined) throw new Error("the environment has no credentials");
  const { authorization, baseUrl } = credentials;
  const folder = join(environment["HOME"] ?? "", ".cache", "social-analytics-mcp");
  const options = { folder, maxBytes: ourLimits.cacheBytes, now: Date.now };
  const files = new FileBlobCache({ ...options, onProblem: () => {}, onRemoved: () => {} });
  const cache = cacheOf(files, identityOf(`${authorization.identity} ${baseUrl.href}`));
  for (let place = 0; place < count; place += 1) {
    const day = addDays(toDay("1960-01-01"), place);
    const request = {
      version: 3,
      network: "facebook",
      start: day,
      end: day,
      profiles,
      metrics: ["fans_change"],
      dimensions: ["profile", "date.day"],
    } as const;
    const fetchedAt = Date.now();
    const zones = profiles.map(() => "UTC");
    const answer = { request, zones, fetchedAt, settledBefore: addDays(day, 1), gaps: [] };
    const until = fetchedAt + 86_400_000;
    await cache.put(
      answerPrefix + keyOf(request),
      Buffer.alloc(100),
      until,
      cachedAnswerText(answer),
    );
  }
}
