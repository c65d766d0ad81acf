import fc from "fast-check";
import { expect, test } from "vitest";
import { remember } from "../../src/base/secrets/redact.ts";
import { plainText } from "../../src/base/text/sanitize.ts";

test.each([
  ["line breaks and tabs", "a\r\nb\tc\u2028d", "a b c d"],
  ["the blanks around a line break", "a \t\r\n\n  b\u00A0\u00A0c", "a b  c"],
  ["control characters", "a\u0000\u0007b\u009Fc", "abc"],
  ["bidirectional overrides", "a\u202Eb\u2066c\u200Fd", "abcd"],
  ["zero-width characters", "a\u200Bb\u2060c\uFEFFd", "abcd"],
  ["tag characters", "a\u{E0041}\u{E0042}b", "ab"],
  ["variation selectors", "a\uFE0Fb\u{E0101}c", "abc"],
  ["Markdown images", "![a](https://x.test/p.png)", "![a] (https://x.test/p.png)"],
  ["lone surrogates", "a\uD800b", "ab"],
  ["a flag that does not exist", "\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}", "🏴"],
  [
    "a flag of a region without one",
    "\u{1F3F4}\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}",
    "🏴",
  ],
  ["joiners between Latin letters", "a\u200Cb\u200Dc", "abc"],
  ["joiners in a row between letters that join", "\u0645\u200C\u200D\u0646", "\u0645\u0646"],
  ["a joiner between an emoji and a letter", "👩\u200Da", "👩a"],
  ["unassigned ignorable characters", "a\u2065b\uFFF0c\u{E0FFF}d", "abcd"],
  ["non-characters", "a\uFFFEb\uFFFFc\uFDD0d\uFDEFe\u{1FFFE}f\u{10FFFF}g", "abcdefg"],
  ["Mongolian selectors", "a\u180B\u180C\u180D\u180Fb\u180Ec", "abc"],
  ["Hangul fillers", "a\u115F\u1160b\u3164\uFFA0c", "abc"],
  ["soft hyphens and grapheme joiners", "a\u00ADb\u034Fc", "abc"],
  ["empty Braille patterns, which are blank", "a\u2800\u2800b", "a b"],
  [
    "marks beyond the fourth of a letter",
    `e${"\u0301".repeat(50)}o`,
    `\u00E9${"\u0301".repeat(3)}o`,
  ],
])("removes %s", (_, text, expected) => {
  expect(plainText(text, 100)).toBe(expected);
});

test.each([
  ["an emoji sequence", "👩‍🚀"],
  ["an emoji with a skin tone and a selector", "👍🏽 ❤️"],
  ["a flag", "🇨🇿 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
  ["a keycap", "1️⃣"],
  ["joined letters", "می\u200Cخواهم"],
  ["the flags of England, Scotland and Wales", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
  ["a joiner after a virama", "ന്\u200D ක්\u200Dර क्\u200Cष"],
  ["syllables of many vowels and medials", "လျှော့ဈေး ཧྐྵྨླྺྼྻྂ"],
  ["number signs", "\u06DD ٣"],
  ["several marks of one letter", "ế ộ̣̂ שָּׁ"],
  ["spaces, which tell names apart", "Acme  US   x"],
  ["any script", "日本 Žofín أكمي 한국어 ไทย தமிழ்"],
])("keeps %s", (_, text) => {
  expect(plainText(text, 100)).toBe(text);
});

test("a text of any length takes little time, and a secret is not cut in two", () => {
  const long = `canary${"x".repeat(3000)}`;
  remember(long);
  expect(plainText("\u200B".repeat(1900) + long, 200)).not.toContain("canary");
  expect(plainText(`token ${Buffer.from(long).toString("hex")}`, 200)).not.toContain(
    "63616e617279",
  );
  remember("canary-secret");
  const started = performance.now();
  for (const filler of ["x", "\u200B", "e\u0301", "%41", "👍"]) {
    const text = filler.repeat(8 * 1024 * 1024);
    expect(plainText(`${text.slice(0, 5990)}canary-secret${text}`, 200)).not.toContain("canary");
  }
  expect(performance.now() - started).toBeLessThan(5000);
});

test("as many invisible characters as visible ones, and 2,000 more, shorten nothing", () => {
  const text = `${"\u200B".repeat(5000 + 2000)}${"a".repeat(200_000)}`;
  expect(plainText(text, 5000)).toBe(`${"a".repeat(4999)}…`);
});

test("no part of a secret is shown where reading a long text ends within the secret", () => {
  const secret = "canary~".repeat(500);
  remember(secret);
  // Reading ends within the secret for some of these lengths. Only the secret is visible.
  for (let before = 0; before < 80_000; before += 1000) {
    const text = `${"\u200B".repeat(before)}${secret}${"\u200B".repeat(80_000)}`;
    expect(plainText(text, 100)).not.toContain("canary");
  }
});

test("cuts the text between characters, never inside one", () => {
  expect(plainText("👍".repeat(10), 4)).toBe("👍👍👍…");
  expect(plainText("👍".repeat(4), 4)).toBe("👍👍👍👍");
});

test("the result is always visible, on one line, and within the maximum length", () => {
  const anyText = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, most) => {
      const plain = plainText(text, most);
      expect(Array.from(plain).length).toBeLessThanOrEqual(most);
      expect(plain).not.toMatch(
        /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\p{NChar}]/u,
      );
      expect(plain.replaceAll(/\u200C|\u200D|\uFE0F/g, "")).not.toMatch(
        /(?!\p{Emoji_Modifier})\p{Default_Ignorable_Code_Point}|\p{M}{9}/u,
      );
      expect(plainText(plain, most)).toBe(plain);
    }),
    { numRuns: 2000 },
  );
});
