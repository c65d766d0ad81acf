/** Work of a client that has left, or whose time is over. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn } from "../../src/server/mcp/turn.ts";
import { testClock } from "../helpers/clock.ts";

test.each(["the client leaves", "the deadline passes"])("work ends when %s", async (end) => {
  const clock = testClock(() => 0);
  const leaving = new AbortController();
  let steps = 0;
  function* endless(): Generator<undefined, never> {
    for (;;) {
      steps += 1;
      yield;
    }
  }
  const deadline = { clock, seconds: 60 };
  const working = inTurn({ deadline }, leaving.signal, ({ slice }) => slice.run(endless()));
  const failure = working.catch(String);
  await nextTurn();
  if (end === "the client leaves") leaving.abort(new Error("left"));
  else clock.ring();
  const expected = end === "the client leaves" ? "left" : "deadline_exceeded";
  expect(await failure).toContain(expected);
  const atTheEnd = steps;
  expect(atTheEnd).toBeGreaterThan(0);
  await nextTurn();
  await nextTurn();
  expect(steps).toBe(atTheEnd);
});
