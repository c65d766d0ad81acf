/** A call ends at its deadline, whatever it waits for. */
import { expect, test } from "vitest";
import { withinDeadline, type TimeLimit } from "../../src/base/async/deadline.ts";
import { testClock } from "../helpers/clock.ts";
import { connect } from "../helpers/connect.ts";
import { serveHeld } from "../helpers/held-api.ts";
import { oneDay } from "../helpers/http.ts";
import { never, testNow } from "../helpers/in-memory.ts";
import { eventually } from "../helpers/waiting.ts";

test("a call ends after exactly the seconds of its deadline, and its error names them", async () => {
  const clock = testClock(() => testNow);
  const api = await serveHeld();
  const { failing } = await connect({ clock, deadlineSeconds: 7, baseUrl: api.baseUrl });
  const calling = failing("get_profile_metrics", oneDay());
  await eventually(() => expect(api.waiting()).toBe(1));
  expect(clock.alarms()).toEqual([7000]);
  clock.ring();
  expect((await calling).text).toMatch(
    /^deadline_exceeded: the call was not finished within 7 seconds/,
  );
  await eventually(() => expect(api.leftAlone()).toBe(1));
});

test("work learns the time of its deadline, and the alarm is switched off once it is done", async () => {
  const clock = testClock(() => testNow);
  const limit = await withinDeadline({ clock, seconds: 7 }, never, async (timeLimit: TimeLimit) => {
    expect(clock.alarms()).toEqual([7000]);
    return timeLimit;
  });
  expect(limit.deadline).toBe(testNow + 7000);
  expect(clock.alarms()).toEqual([]);
  expect(limit.signal.aborted).toBe(false);
});

test("work that does not stop at the signal is not waited for", async () => {
  const clock = testClock(() => testNow);
  const working = withinDeadline({ clock, seconds: 2 }, never, () => new Promise(() => {}));
  expect(clock.alarms()).toEqual([2000]);
  clock.ring();
  await expect(working).rejects.toThrow(
    "deadline_exceeded: the call was not finished within 2 seconds\nCall again",
  );
});
