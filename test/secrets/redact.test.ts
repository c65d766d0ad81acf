/** A secret is removed from text in every form in which an answer may echo it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "../../src/secrets/redact.ts";
import { Secret } from "../../src/secrets/secret.ts";
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
