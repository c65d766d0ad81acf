/** The index of cached answers is a hint: what it does not know costs a request, and never a wrong number. */
import { expect, test } from "vitest";
import { answerPrefix } from "../../src/suite/connection/answers/answer-index.ts";
import { cacheOf } from "../../src/base/files/blob-cache.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { facebookIds } from "../helpers/connect.ts";
import { ask, bodiesOf, day, machine, sentBy } from "../helpers/machine.ts";

const question = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(4),
  date_start: "2026-08-01",
  date_end: "2026-08-31",
  dimensions: ["profile", "date.day"],
};
const monthly = { ...question, dimensions: ["date.month"] };

test("another process finds the answer, also one that was running before", async () => {
  const { start } = machine();
  const [first, second] = [await start(), await start()];
  await ask(second, { ...question, metrics: ["insights_views"] });
  await ask(first, question);
  await ask(second, monthly);
  expect(sentBy(second), "its own question").toBe(1);
});

test("heads that are damaged or of another release are passed over", async () => {
  const here = machine();
  await ask(await here.start(), question);
  const cache = cacheOf(new FileBlobCache({ ...here, maxBytes: 1e8 }), "ada");
  for (const head of ["nonsense", '{"version":3}', '{"request":{}}'])
    await cache.put(answerPrefix + head, Buffer.from(""), here.now() + day, head);
  const next = await here.start();
  await ask(next, monthly);
  expect(sentBy(next)).toBe(0);
});

test("the index of one credential says nothing to another", async () => {
  const [ada, ben] = [machine("ada"), machine("ben")];
  await ask(await ada.start(), question);
  const caller = await ben.start();
  await ask(caller, monthly);
  expect(sentBy(caller)).toBe(1);
});

test("only the days of a gap are fetched again, and what is there stays", async () => {
  const { start, pass } = machine();
  const lacking: Numbers = (_profile, metric, date) =>
    metric === "insights_reach" && date === "2026-10-20" ? null : 5;
  const gappy = { ...question, date_start: "2026-06-01", date_end: "2026-11-01" };
  const process = await start({ numbers: lacking });
  await ask(process, gappy);
  pass(7.1 * day);
  await ask(process, gappy);
  expect(bodiesOf(process)[1]).toMatchObject({
    metrics: ["insights_reach"],
    date_start: "2026-10-20",
    date_end: "2026-10-20",
  });
  expect(sentBy(process)).toBe(2);
});
