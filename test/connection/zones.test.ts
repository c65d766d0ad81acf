/** The time zone of a profile decides which hours are a day: numbers of another zone are numbers of other days. */
import { expect, test } from "vitest";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { ask, day, machine, type Machine } from "../helpers/machine.ts";

const question = {
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["A", "B"],
  date_start: "2026-08-01",
  date_end: "2026-08-31",
  dimensions: ["profile"],
};

/** A process of a machine, while A has a time zone, and each number of A is 10 for each letter of its name. */
async function answerIn(zone: string, { start }: Machine) {
  const { baseUrl, requests } = await serveFakeApi({
    profiles: [
      { id: "A", name: "A", timezone: zone, insights_enabled: true },
      { id: "B", name: "B", timezone: "Asia/Tokyo", insights_enabled: true },
    ],
    metrics: ({ body }) =>
      metricsAnswer(body, (profile) => (profile === "A" ? 10 * zone.length : 1)),
  });
  const events: string[] = [];
  const text = await ask(
    await start({ baseUrl, logger: ({ event }) => events.push(event) }),
    question,
  );
  return { text, events, profiles: requests("metrics").map(({ body }) => body.profiles) };
}

test("a profile whose time zone changes in the account is fetched again, and the others are not", async () => {
  const here = machine();
  expect((await answerIn("UTC", here)).text).toContain("\nA|930\n");
  here.pass(day);
  const { text, profiles, events } = await answerIn("America/Los_Angeles", here);
  expect(profiles).toEqual([["A"]]);
  expect(text).toContain("\nA|5890\n");
  expect(text).toContain("\nB|31\n");
  expect(events, "days of two zones are not compared").not.toContain("values restated");
});

test("after the change back, the numbers of the first zone are used again", async () => {
  const here = machine();
  await answerIn("UTC", here);
  here.pass(day);
  await answerIn("America/Los_Angeles", here);
  here.pass(day);
  const { text, profiles } = await answerIn("UTC", here);
  expect(profiles).toEqual([]);
  expect(text).toContain("\nA|930\n");
});
