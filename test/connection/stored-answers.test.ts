/** Answers come back from the cache as they were, whatever their numbers. */
import { expect, test } from "vitest";
import { toProfileId } from "../../src/suite/api/records.ts";
import { packed } from "../../src/numbers/cells/packed-numbers.ts";
import { answerPrefix } from "../../src/suite/connection/answers/answer-index.ts";
import { keyOf } from "../../src/suite/connection/answers/cached-answer.ts";
import { MetricsAnswers } from "../../src/suite/connection/answers/answer-cache.ts";
import { cacheOf } from "../../src/base/files/blob-cache.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { daysOf, toDay } from "../../src/base/time/days.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { never, testNow } from "../helpers/in-memory.ts";

const profiles = Array.from({ length: 100 }, (_, index) => toProfileId(`${index}`));
const request = {
  version: 3,
  network: "facebook",
  start: toDay("2026-01-01"),
  end: toDay("2026-04-10"),
  profiles,
  metrics: ["fans_change"],
  dimensions: ["profile", "date.day"],
} as const;
const axes = [
  { type: "profile", rows: profiles },
  { type: "date.day", rows: daysOf(request.start, request.end) },
] as const;

/** 10,000 numbers, of which some are missing. */
function answerWith(valueOf: (place: number) => number) {
  const numbers = Float64Array.from({ length: 10_000 }, (_, place) =>
    place % 97 === 0 ? Number.NaN : valueOf(place),
  );
  return { axes, metrics: request.metrics, values: packed(numbers) };
}

const folderCache = (folder: string) =>
  cacheOf(new FileBlobCache({ folder, maxBytes: 1e8, now: () => testNow }), "ada");

const processWith = (folder: string): MetricsAnswers =>
  new MetricsAnswers(() => testNow, new MemoryBudget(1e8).owner(), folderCache(folder));

const sending = {
  signal: never,
  zoneOf: () => "UTC",
  isExpected: () => true,
  closedBefore: toDay("2000-01-01"),
  settledBefore: toDay("2026-11-17"),
  begun: testNow,
  fresh: false,
};

test.each([
  ["whole numbers", (place: number) => place - 5000],
  ["fractions", (place: number) => place / 3],
])("%s are the same for another process", async (_, valueOf) => {
  const folder = temporaryFolder();
  const answers = processWith(folder);
  const sent = answerWith(valueOf);
  const answer = await answers.fetch(request, { ...sending, send: async () => sent });
  await answers.stored([keyOf(request)]);
  const read = await processWith(folder).load(answer);
  expect(read?.values.unpacked()).toEqual(sent.values.unpacked());
  expect(read?.gaps).toEqual(answer.gaps);
});

test("an answer whose bytes cannot be read is not cached", async () => {
  const folder = temporaryFolder();
  const answers = processWith(folder);
  const sent = answerWith((place) => place);
  const answer = await answers.fetch(request, { ...sending, send: async () => sent });
  await answers.stored([keyOf(request)]);
  const name = answerPrefix + keyOf(request);
  await folderCache(folder).put(name, Buffer.from("another form"), testNow + 1000);
  expect(await processWith(folder).load(answer)).toBeUndefined();
});
