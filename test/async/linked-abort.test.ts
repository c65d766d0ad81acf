/** Controllers that follow a signal. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { linkedAbort } from "../../src/base/async/linked-abort.ts";

test("it is aborted with the signal, before and after, for the same reason", () => {
  const leading = new AbortController();
  const before = linkedAbort(leading.signal);
  leading.abort("gone");
  const after = linkedAbort(leading.signal);
  expect([before.signal.reason, after.signal.reason]).toEqual(["gone", "gone"]);
});

test("it is aborted alone, and then keeps its reason", () => {
  const leading = new AbortController();
  const follower = linkedAbort(leading.signal);
  follower.abort("late");
  expect(leading.signal.aborted).toBe(false);
  leading.abort("gone");
  expect(follower.signal.reason).toBe("late");
});

test("a signal that outlives it holds nothing of it", () => {
  const leading = new AbortController();
  const follower = linkedAbort(leading.signal);
  follower.unlink();
  expect(getEventListeners(leading.signal, "abort")).toEqual([]);
  leading.abort("gone");
  expect(follower.signal.aborted).toBe(false);
});
