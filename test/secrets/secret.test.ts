import { inspect } from "node:util";
import { expect, test } from "vitest";
import { basicHeader } from "../../src/suite/api/authorization.ts";
import { Secret } from "../../src/base/secrets/secret.ts";

const text = "a-canary-of-tests";
const secret = new Secret(text);

test.each([
  ["converted to a string", String(secret)],
  ["joined to a text", ["a", secret].join(" ")],
  ["serialised", JSON.stringify({ secret })],
  ["inspected", inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
  ["an error's cause", inspect(new Error("failed", { cause: { secret } }))],
  ["listed with its properties", inspect(Object.entries(secret))],
  ["a header", inspect(basicHeader(secret.reveal(), secret))],
])("a secret is redacted: %s", (_how, printed) => {
  expect(printed).not.toContain(text);
  expect(printed).not.toContain(btoa(`${text}:${text}`));
});

test("reveal returns the text", () => {
  expect(secret.reveal()).toBe(text);
  expect(basicHeader(secret.reveal(), secret).reveal()).toBe(`Basic ${btoa(`${text}:${text}`)}`);
});

test("two secrets are equal if their texts are, and a secret equals nothing else", () => {
  expect(secret.equals(new Secret(text))).toBe(true);
  expect(secret.equals(new Secret(`${text}-2`))).toBe(false);
  expect(secret.equals(undefined)).toBe(false);
});
