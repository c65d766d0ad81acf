/** Text from outside reaches a client sanitised, from every field of every endpoint. */
import { expect, test } from "vitest";
import { operations } from "../../src/suite/api/endpoints.ts";
import { isText, placesIn, replaceAt, withKeys } from "../helpers/leaves.ts";
import { isFull } from "../helpers/repetitions.ts";
import { calls, readAll, spoilt } from "../helpers/spoilt.ts";

/** Control, override, zero-width, tag and selector characters, non-characters, line breaks, a separator, a fence, a formula. */
const hostile =
  "\u0000\u0007\u202E\u2066\u200B\u2060\uFEFF\u{E0041}\u{E007F}\u{E0101}\uFFFE\u{1FFFF}\r\n\tINJECT|=1+1 ~~~~ ```\u2028";
const forbidden =
  /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\u{E0000}-\u{E01EF}\u2028\u2029\p{NChar}]/u;

/** Returns the lines that could act on who reads them. */
const actingLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => forbidden.test(line) || /^[\p{P}\p{S}\p{Z}\p{C}]*INJECT/u.test(line));

const expectInert = (texts: readonly string[]): void =>
  expect(texts.flatMap(actingLines)).toEqual([]);

test.each(operations)("%s: every field of its answers is sanitised", async (operation) => {
  const seen: unknown[] = [];
  const genuine = await spoilt({ operation, spoil: (answer) => answer }, { seen });
  for (const [tool, args] of calls[operation]) await genuine.attempt(tool, args);
  const places = [...new Set(seen.flatMap((answer) => placesIn(answer)))];
  expect(places.length).toBeGreaterThan(1);
  const textPlaces = new Set(seen.flatMap((answer) => placesIn(answer, isText)));
  /** A number of a post that is a text does not make the others unreadable. */
  const isForgiven = (place: string): boolean =>
    !isFull && place.startsWith(".data.posts[].") && !textPlaces.has(place);
  const alone = places.filter((place) => !isForgiven(place)).map((place) => [place]);
  let shown = 0;
  for (const together of [...alone, places.filter(isForgiven)]) {
    const spoil = (answer: unknown): unknown =>
      together.reduce(
        (spoiling, place) => replaceAt(spoiling, place, (old) => `${String(old)}${hostile}`),
        answer,
      );
    const connected = await spoilt({ operation, spoil });
    for (const [tool, args] of calls[operation]) {
      const texts = await readAll(connected, tool, args);
      expectInert(texts);
      shown += texts.filter((text) => text.includes("INJECT")).length;
    }
  }
  expect(shown, "sanitised text is shown").toBeGreaterThan(0);
});

test.each(operations)("%s: every key of its answers is sanitised", async (operation) => {
  const from = operation === "user" ? 1 : 2;
  const spoil = (answer: unknown): unknown => withKeys(answer, hostile, from);
  const connected = await spoilt({ operation, spoil });
  for (const [tool, args] of calls[operation]) {
    const texts = await readAll(connected, tool, args);
    expect(texts.length).toBeGreaterThan(0);
    expectInert(texts);
  }
});

test.each(operations)("%s: its error strings are sanitised", async (operation) => {
  const errors = [{ code: 99, errors: [`General${hostile}`, hostile] }];
  const connected = await spoilt({ operation, spoil: () => ({ success: false, errors }) });
  for (const [tool, args] of calls[operation]) {
    const { text, isError } = await connected.failing(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain("INJECT");
    expectInert([text]);
  }
});

test("completions offer sanitised names", async () => {
  const spoil = (answer: unknown): unknown =>
    replaceAt(answer, ".data[].name", (old) => `${String(old)}${hostile}`);
  const { client } = await spoilt({ operation: "post_labels", spoil });
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "campaign_recap" },
    argument: { name: "label", value: "S" },
  });
  expect(completion.values.length).toBeGreaterThan(0);
  expectInert(completion.values);
});
