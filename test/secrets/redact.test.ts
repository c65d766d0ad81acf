/** A secret is removed from text in every form in which an answer may echo it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { longestEcho, redact } from "../../src/base/secrets/redact.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { formsOf } from "../helpers/secret-forms.ts";

/** No word of other tests, which share the secrets of this process. */
const secretText = fc
  .string({ unit: "grapheme-ascii", maxLength: 60 })
  .map((text) => `canary${text}`);
const surroundings = fc.string({ unit: "grapheme-ascii", maxLength: 20 });

test("text without a secret stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!/canary|secret/i.test(text));
      expect(redact(text)).toBe(text);
    }),
  );
});

test("every form of a secret is removed, whatever surrounds it", () => {
  fc.assert(
    fc.property(secretText, surroundings, surroundings, (text, before, after) => {
      const secret = new Secret(text);
      for (const form of formsOf(secret.reveal())) {
        expect(redact(`${before}${form}${after}`).toLowerCase()).not.toContain(form.toLowerCase());
      }
    }),
    { numRuns: 500 },
  );
});

test("every occurrence is removed, and the text around it stays", () => {
  const secret = new Secret("canary%2Fsecret");
  const text = "100% of canary%2fsecret, CANARY%252FSECRET and c%61nary/secret; 5%41";
  expect(redact(text)).toBe("100% of [redacted], [redacted] and [redacted]; 5%41");
  expect(redact(`${secret.reveal()}${secret.reveal()}`)).toBe("[redacted][redacted]");
  const plain = new Secret("canary-plain").reveal();
  expect(redact(`${plain}, CANARY-PLAIN and ${plain}.`)).toBe(
    "[redacted], [redacted] and [redacted].",
  );
});

test("short texts are no secrets that can be removed: ordinary words would go with them", () => {
  expect(new Secret("abc").reveal()).toBe("abc");
  expect(redact("abcdef YWJj")).toBe("abcdef YWJj");
});

test("secrets are found beside letters of other scripts, whose case is left alone", () => {
  const secret = new Secret("kanarie-plain").reveal();
  // In lower case, this letter takes two places.
  expect(redact(`\u0130\u0130 ${secret.toUpperCase()} \u0130\u00C9`)).toBe(
    "\u0130\u0130 [redacted] \u0130\u00C9",
  );
  expect(redact(`${secret}${secret}`)).toBe("[redacted][redacted]");
});

test("of two secrets that begin alike, the longer one is removed whole", () => {
  const longer = new Secret("kanarie-alike-and-longer").reveal();
  const shorter = new Secret("kanarie-alike").reveal();
  expect(redact(`${longer}, ${shorter}`)).toBe("[redacted], [redacted]");
});

test("a secret is found encoded three times, at its place, and not beyond", () => {
  const secret = new Secret("kanarie/thrice").reveal();
  const twice = encodeURIComponent(encodeURIComponent(secret));
  expect(redact(`5%2541 ${encodeURIComponent(twice)} tail`)).toBe("5%2541 [redacted] tail");
  expect(redact("a %256Banarie/thrice b")).toBe("a [redacted] b");
  expect(redact("%2541 %256Banarie/thrice b")).toBe("%2541 [redacted] b");
  expect(redact("a %25256Banarie/thrice b")).toBe("a [redacted] b");
  const often = encodeURIComponent(encodeURIComponent(encodeURIComponent(twice)));
  expect(redact(often)).toBe(often);
});

test("a secret with a line break is found escaped for JSON", () => {
  const secret = new Secret("kanarie\nbroken").reveal();
  expect(redact(JSON.stringify({ a: `x${secret}y` }))).toBe('{"a":"x[redacted]y"}');
});

test("the longest echo of a secret is that of its longest form, encoded three times", () => {
  const secret = new Secret(`kanarie${"x".repeat(400)}`);
  expect(longestEcho()).toBeGreaterThanOrEqual(9 * 2 * secret.reveal().length);
});

test("a secret is found in base64 for addresses, whose alphabet differs in two characters", () => {
  const secret = new Secret("kanarie>>>???~~~").reveal();
  const encoded = Buffer.from(secret).toString("base64url");
  expect(encoded).toMatch(/-.*_|_.*-/);
  expect(redact(`id ${encoded} end`)).not.toContain(encoded.slice(2, -2));
});
