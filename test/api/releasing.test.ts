/** The memory of an answer is returned, however its request ends. */
import { expect, test } from "vitest";
import type { Authorization } from "../../src/suite/api/authorization.ts";
import { apiClient } from "../../src/suite/api/client.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { never } from "../helpers/in-memory.ts";

const user = JSON.stringify({ success: true, userInfo: { name: "Ada" } });

interface Case {
  readonly answers: readonly { readonly status: number; readonly text: string }[];
  readonly renew?: Authorization["renew"];
}

const rejected = { status: 401, text: "{}" };

const cases: readonly (readonly [string, Case])[] = [
  ["it is read", { answers: [{ status: 200, text: user }] }],
  ["it reports an error", { answers: [{ status: 500, text: "{}" }] }],
  ["it is no JSON", { answers: [{ status: 200, text: "no" }] }],
  ["it lacks what was asked for", { answers: [{ status: 200, text: '{"success":true}' }] }],
  ["the credentials cannot be renewed", { answers: [rejected], renew: async () => false }],
  ["renewing fails", { answers: [rejected], renew: () => Promise.reject(new Error("no server")) }],
  [
    "it is read after renewing",
    { answers: [rejected, { status: 200, text: user }], renew: async () => true },
  ],
];

test.each(cases)("where %s", async (_, { answers, renew = async () => false }) => {
  let [sent, released] = [0, 0];
  const client = apiClient(
    async () => {
      const { status, text } = answers[sent] ?? rejected;
      sent += 1;
      let isHeld = true;
      const release = (): void => {
        if (isHeld) released += 1;
        isHeld = false;
      };
      return { status, headers: {}, text, release };
    },
    {
      identity: "test",
      header: async () => new Secret("Bearer of-this-test"),
      renew,
      isReplaced: () => false,
      notice: () => undefined,
    },
  );
  await client.user(3, never).catch(() => undefined);
  expect({ sent, released }).toEqual({ sent: answers.length, released: answers.length });
});
