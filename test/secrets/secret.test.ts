import { inspect } from "node:util";
import { expect, test } from "vitest";
import { basicHeader } from "../../src/api/authorization.ts";
import { Secret } from "../../src/secrets/secret.ts";

const secret = new Secret("canary");

test.each([
  ["converted to a string", String(secret)],
  ["joined to a text", ["a", secret].join(" ")],
  ["serialised", JSON.stringify({ secret })],
  ["inspected", inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
  ["an error's cause", inspect(new Error("failed", { cause: { secret } }))],
  ["listed with its properties", inspect(Object.entries(secret))],
  ["a header", inspect(basicHeader(secret.reveal(), secret))],
])("a secret is redacted: %s", (_how, text) => {
  expect(text).not.toContain("canary");
  expect(text).not.toContain(btoa("canary:canary"));
});

test("reveal returns the text", () => {
  expect(secret.reveal()).toBe("canary");
  expect(basicHeader(secret.reveal(), secret).reveal()).toBe(`Basic ${btoa("canary:canary")}`);
});

test("two secrets are equal if their texts are, and a secret equals nothing else", () => {
  expect(secret.equals(new Secret("canary"))).toBe(true);
  expect(secret.equals(new Secret("canary-2"))).toBe(false);
  expect(secret.equals(undefined)).toBe(false);
});
