/** Long work pauses, stops at its signal, and takes turns with that of other callers. */
import { expect, test } from "vitest";
import { withinDeadline } from "../../src/base/async/deadline.ts";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { done, each, finish, once, type Work } from "../../src/base/async/work.ts";
import { testClock } from "../helpers/clock.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { never } from "../helpers/in-memory.ts";

/** Keeps the process busy. */
function busy(milliseconds: number): void {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds);
}

/** Work in steps of 10 ms, which counts them. */
function* steps(count: number, counted: { steps: number }): Work<number> {
  for (let step = 0; step < count; step += 1) {
    busy(10);
    counted.steps += 1;
    yield;
  }
  return counted.steps;
}

test("work that takes long lets others run in between", async () => {
  const counted = { steps: 0 };
  const block = await longestBlock(() => new TimeSlice().run(steps(60, counted)));
  expect(counted.steps).toBe(60);
  expect(block).toBeLessThan(300);
});

test("calls that begin at the same time share a turn of the event loop", async () => {
  const works = Array.from({ length: 12 }, () => steps(5, { steps: 0 }));
  const block = await longestBlock(() =>
    Promise.all(works.map((work) => new TimeSlice().run(work))),
  );
  expect(block).toBeLessThan(300);
});

test("work stops at its signal, with the reason", async () => {
  const ending = new AbortController();
  const counted = { steps: 0 };
  const working = new TimeSlice(ending.signal).run(steps(Infinity, counted));
  ending.abort(new Error("the client has gone"));
  await expect(working).rejects.toThrow("the client has gone");
  expect(counted.steps).toBeLessThan(10);
});

test("work ends at the deadline of its call", async () => {
  const clock = testClock(() => 0);
  const counted = { steps: 0 };
  const working = withinDeadline({ clock, seconds: 7 }, never, ({ signal }) =>
    new TimeSlice(signal).run(steps(Infinity, counted)),
  );
  clock.ring();
  await expect(working).rejects.toThrow("deadline_exceeded");
  const { steps: ended } = counted;
  await new TimeSlice().run(steps(10, { steps: 0 }));
  expect(counted.steps).toBe(ended);
});

test("beside eight works of one caller, the work of another takes at most four times its own time", async () => {
  const [busyCaller, quietCaller] = [{}, {}];
  const [many, single] = [{ steps: 0 }, { steps: 0 }];
  const works = Array.from({ length: 8 }, () =>
    new TimeSlice(never, busyCaller).run(steps(20, many)),
  );
  await new TimeSlice(never, quietCaller).run(steps(40, single));
  expect(single.steps).toBe(40);
  expect(many.steps).toBeLessThanOrEqual(3 * 40);
  expect(many.steps).toBeGreaterThan(0);
  await Promise.all(works);
  expect(many.steps).toBe(160);
});

test("work that fails fails its call, and others go on", async () => {
  const failing = new TimeSlice().run(
    each([1], function* fail() {
      yield;
      throw new Error("broken");
    }),
  );
  await expect(failing).rejects.toThrow("broken");
  expect(await new TimeSlice().run(done(1))).toBe(1);
});

test("what is made once is made on first use", () => {
  let count = 0;
  const value = once(() => done((count += 1)));
  expect([count, finish(value()), finish(value())]).toEqual([0, 1, 1]);
});
