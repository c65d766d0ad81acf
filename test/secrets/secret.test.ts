import { inspect } from "node:util";
import { expect, test } from "vitest";
import { basicHeader } from "../../src/api/authorization.ts";
import { Secret } from "../../src/secrets/secret.ts";

const secret = new Secret("canary");

test.each([
  ["printed", String(secret)],
  ["joined", ["a", secret].join(" ")],
  ["serialised", JSON.stringify({ secret })],
  ["inspected", inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
  ["an error's cause", inspect(new Error("failed", { cause: { secret } }))],
  ["its properties", inspect(Object.entries(secret))],
  ["of a header", inspect(basicHeader(secret, secret))],
])("%s, it is not shown", (_how, text) => {
  expect(text).not.toContain("canary");
  expect(text).not.toContain(btoa("canary:canary"));
});

test("only what asks for it gets it", () => {
  expect(secret.reveal()).toBe("canary");
  expect(basicHeader(secret, secret).reveal()).toBe(`Basic ${btoa("canary:canary")}`);
});
