/** Retries of one call: which failures are tried again, for how long, and what the log says. */
import { expect, test } from "vitest";
import { ApiError } from "../../src/suite/api/envelope.ts";
import type { IncomingMessage, Transport } from "../../src/suite/api/transport.ts";
import { ToolError } from "../../src/base/errors/tool-error.ts";
import { Gate } from "../../src/suite/quota/gate.ts";
import { gated, persistence, type PersistenceParts } from "../../src/suite/quota/retry.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { testClock } from "../helpers/clock.ts";
import { never } from "../helpers/in-memory.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
const transient = new ToolError("upstream_failed", "the connection broke");
/** The pauses before the second and the third try, where chance gives 1. */
const pauses = [400, 800];

interface Tested {
  readonly parts: PersistenceParts;
  readonly slept: readonly number[];
  readonly logged: readonly unknown[];
  readonly pass: (milliseconds: number) => void;
}

function partsWith({ deadline = Number.POSITIVE_INFINITY, random = 1 } = {}): Tested {
  let passed = 0;
  const clock = testClock(() => start + passed);
  const logged: unknown[] = [];
  const parts: PersistenceParts = {
    clock,
    deadline,
    gate: new Gate(clock),
    random: () => random,
    onWait: () => {},
    caller: undefined,
    credential: "3fa2b1c0",
    onSent: () => {},
    log: (entry) => logged.push(entry),
  };
  return { parts, logged, slept: clock.slept, pass: (milliseconds) => (passed += milliseconds) };
}

/** Fails with each error in turn, then answers. */
function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return "an answer";
  };
}

const message = {
  method: "GET",
  path: "/3/profiles",
  authorization: new Secret("x"),
  signal: never,
} as const;

test("a transient failure is tried again after a pause that doubles", async () => {
  const { parts, slept, logged } = partsWith();
  expect(await persistence(parts)(failing(transient, transient), never)).toBe("an answer");
  expect(slept).toEqual(pauses);
  const fields = { code: "upstream_failed", problem: "the connection broke" };
  expect(logged).toEqual([
    { event: "tried again", ...fields, tried: 1 },
    { event: "tried again", ...fields, tried: 2 },
  ]);
});

test("pauses are shortened by chance, so that clients do not return together", async () => {
  const { parts, slept } = partsWith({ random: 0 });
  await persistence(parts)(failing(transient), never);
  expect(slept).toEqual([200]);
});

test("the third failure is final", async () => {
  const { parts, slept } = partsWith();
  const ask = failing(transient, transient, transient);
  await expect(persistence(parts)(ask, never)).rejects.toBe(transient);
  expect(slept).toEqual(pauses);
});

test.each([
  ["until the deadline", 400, "an answer"],
  ["not beyond it", 399, "the connection broke"],
])("a call waits for the next try %s", async (_name, milliseconds, outcome) => {
  const { parts } = partsWith({ deadline: start + milliseconds });
  const answer = persistence(parts)(failing(transient), never);
  expect(await answer.catch(String)).toContain(outcome);
});

test("a rejection for the quota closes the gate, and the call tries again where the deadline allows it", async () => {
  const rejection = new ApiError("user_quota_exhausted", "no requests left", [], 60);
  const until = start + 60_000;
  const { parts, logged, slept } = partsWith({ deadline: until });
  expect(await persistence(parts)(failing(rejection), never)).toBe("an answer");
  expect(logged).toEqual([
    {
      event: "gate closed",
      credential: "3fa2b1c0",
      code: "user_quota_exhausted",
      until: new Date(until).toISOString(),
    },
  ]);
  expect(slept, "the gate waits, not the call").toEqual([]);
  const hurried = { ...parts, deadline: until - 1 };
  await expect(persistence(hurried)(failing(rejection), never)).rejects.toThrow(
    /^user_quota_exhausted: no requests left\nCall again after 12:01/,
  );
});

test("a busy API is given the time that it asks for, if the deadline allows it", async () => {
  const busy = new ApiError("upstream_failed", "the API answered with status 503", [], 7);
  const { parts, slept } = partsWith({ deadline: start + 7000 });
  expect(await persistence(parts)(failing(busy), never)).toBe("an answer");
  expect(slept).toEqual([7000]);
  const hurried = { ...parts, deadline: start + 6999 };
  await expect(persistence(hurried)(failing(busy), never)).rejects.toThrow(
    "upstream_failed: the API answered with status 503\nCall again in 7 seconds.",
  );
});

test("the caller who has had fewer requests goes before others who wait", async () => {
  const { parts } = partsWith();
  const sent: string[] = [];
  const sendAs = (caller: string): Promise<IncomingMessage> =>
    gated(
      async () => {
        sent.push(caller);
        return { status: 200, headers: {}, text: "{}" };
      },
      { ...parts, caller },
    )(message);
  await Promise.all(["ada", "ada", "ada", "ben"].map(sendAs));
  expect(sent).toEqual(["ada", "ben", "ada", "ada"]);
});

test("every request is logged, with its status and the time that it took", async () => {
  const { parts, logged, pass } = partsWith();
  const transport: Transport = async (): Promise<IncomingMessage> => {
    pass(250);
    return { status: 200, headers: {}, text: "{}" };
  };
  await gated(transport, parts)(message);
  const broken: Transport = async () => {
    pass(10);
    throw transient;
  };
  await expect(gated(broken, parts)(message)).rejects.toBe(transient);
  const { method, path } = message;
  expect(logged).toEqual([
    { event: "request", credential: "3fa2b1c0", method, path, status: 200, milliseconds: 250 },
    { event: "request", credential: "3fa2b1c0", method, path, status: "none", milliseconds: 10 },
  ]);
});
