import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../src/text/sanitize.ts";

test.each([
  ["line breaks and tabs", "a\r\nb\tc\u2028d", "a b c d"],
  ["control characters", "a\u0000\u0007b\u009Fc", "abc"],
  ["bidirectional overrides", "a\u202Eb\u2066c\u200Fd", "abcd"],
  ["zero-width characters", "a\u200Bb\u2060c\uFEFFd", "abcd"],
  ["tag characters", "a\u{E0041}\u{E0042}b", "ab"],
  ["variation selectors", "a\uFE0Fb\u{E0101}c", "abc"],
  ["lone surrogates", "a\uD800b", "ab"],
])("removes %s", (_, text, expected) => {
  expect(plainText(text, 100)).toBe(expected);
});

test.each([
  ["an emoji sequence", "👩‍🚀"],
  ["an emoji with a skin tone and a selector", "👍🏽 ❤️"],
  ["a flag", "🇨🇿 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
  ["a keycap", "1️⃣"],
  ["joined letters", "می\u200Cخواهم"],
  ["any script", "日本 Žofín أكمي"],
])("keeps %s", (_, text) => {
  expect(plainText(text, 100)).toBe(text);
});

test("cuts the text between characters, never inside one", () => {
  expect(plainText("👍".repeat(10), 4)).toBe("👍👍👍…");
});

test("the result is always visible, on one line, and within the maximum length", () => {
  const anyText = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, most) => {
      const plain = plainText(text, most);
      expect(Array.from(plain).length).toBeLessThanOrEqual(most);
      expect(plain).not.toMatch(
        /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u,
      );
    }),
    { numRuns: 2000 },
  );
});
