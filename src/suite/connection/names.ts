/** Finds entries of the account's lists by id, exact name or handle, and names them in replies. */
import type { Named, Profile } from "../api/records.ts";
import { ToolError, inputError } from "../../base/errors/tool-error.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inertText, plainText, visibleText } from "../../base/text/sanitize.ts";
import { cell, some } from "../../base/text/words.ts";
import { nearest } from "../../base/text/nearest.ts";
import { lazily } from "../../base/async/lazily.ts";
import { leftOutOf, leftOutText } from "./left-out.ts";

/** An entry of a list; only profiles have a handle. */
type ListedName = Named & Pick<Profile, "profileName">;

export interface Found<One> {
  /** Each once, in the order of the texts. */
  readonly matches: readonly One[];
  /** Texts that are neither an id nor a name nor a handle. */
  readonly unknown: readonly string[];
}

/** A name as replies write it: inert, and without the separator of their tables. */
const asShown = (text: string): string => cell(plainText(text, ourLimits.textLength));

/** Networks write handles with or without the `@`, and ignore their case. @param shown as {@link asShown} writes it. */
const handleOf = (shown: string): string => shown.replace(/^@/, "").toLowerCase();

/** The most parts between commas that a name is looked for in. */
const mostParts = 4;

/** Commas divide a text that is no name, where each part of it is one. A name can have commas too. */
export function dividedNames(text: string, list: readonly ListedName[]): readonly string[] {
  if (!text.includes(",") || namedBy(text, list).length > 0) return [text];
  const parts = text.split(",");
  const names: string[] = [];
  for (let at = 0; at < parts.length;) {
    const lengths = Array.from({ length: mostParts }, (_, place) => mostParts - place);
    const nameOf = (length: number): string =>
      parts
        .slice(at, at + length)
        .join(",")
        .trim();
    const length = lengths.find((count) => namedBy(nameOf(count), list).length > 0);
    if (length === undefined) return [text];
    names.push(nameOf(length));
    at += length;
  }
  return names;
}

/**
 * Ids take precedence over names, because a name may be the id of another entry, and names over handles.
 * @param noun an entry of the list, such as `facebook profile`.
 * @throws ToolError `invalid_input` for a name that several entries have, with their ids.
 */
export function findNamed<One extends ListedName>(
  texts: readonly string[],
  list: readonly One[],
  noun: string,
): Found<One> {
  const matches = new Set<One>();
  const unknown: string[] = [];
  for (const text of new Set(texts.flatMap((input) => dividedNames(input, list)))) {
    const named = namedBy(text, list);
    const [first, second] = named;
    if (second !== undefined) throw ambiguousError(text, named, noun);
    if (first === undefined) unknown.push(text);
    else matches.add(first);
  }
  return { matches: [...matches], unknown };
}

/** The profiles of a result that texts name. @throws ToolError `invalid_input` for those that it does not have. */
export function namedIn<One extends ListedName>(
  list: readonly One[],
  texts: readonly string[],
): readonly One[] {
  const { matches, unknown } = findNamed(texts, list, "profile");
  if (unknown.length === 0) return matches;
  throw inputError(
    `the result has no profile ${unknownText(unknown, list)}`,
    "Take ids or exact names from the result's table or from list_profiles.",
  );
}

/** The words of a name, its numbers and symbols, in any letter case, with any blanks between. Digits are never joined. */
const wordsOf = (shown: string): string =>
  (
    shown
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{N}+|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
  ).join(" ");

/** Texts with the same words have the same key. */
export const nameKey = (text: string): string => wordsOf(asShown(text));

/** The entries that have this id; else those that have this name; else this handle; else these words. */
export function namedBy<One extends ListedName>(
  text: string,
  list: readonly One[],
): readonly One[] {
  const index = placesOf.get(list) ?? placesIn(list);
  placesOf.set(list, index);
  const { byId, byShownId, byName, byHandle, byWords, longest } = index;
  // A call can name 10,000 profiles, and each look-up costs time. A text much longer than every name cannot match.
  if (text.length > longest + 40) return [];
  const place = byId.get(text);
  const places = place === undefined ? byShownId.get(visibleText(text)) : [place];
  const shown = places === undefined ? asShown(text) : "";
  const matches =
    places ??
    byName.get(shown) ??
    byHandle.get(handleOf(shown)) ??
    byWords().get(wordsOf(shown)) ??
    [];
  return matches.flatMap((match) => list[match] ?? []);
}

/** The places of the entries of a list. */
function placesIn(list: readonly ListedName[]) {
  const shownNames = profileNames(list);
  return {
    byId: new Map(list.map(({ id }, place) => [id, place])),
    byShownId: placesBy(list, ({ id }) => [visibleText(id)]),
    byName: placesBy(list, ({ id, name }) => [name, shownNames.get(id) ?? name].map(asShown)),
    byHandle: placesBy(list, ({ profileName }) =>
      profileName === undefined ? [] : [handleOf(asShown(profileName))],
    ),
    longest: list.reduce(
      (most, { id, name, profileName = "" }) =>
        Math.max(most, id.length, name.length, profileName.length),
      0,
    ),
    byWords: lazily(() => placesBy(list, ({ name }) => [nameKey(name)])),
  };
}

/** Of lists that are cached, and so asked again. */
const placesOf = new WeakMap<readonly ListedName[], ReturnType<typeof placesIn>>();

function placesBy(
  list: readonly ListedName[],
  textsOf: (entry: ListedName) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const byText = new Map<string, number[]>();
  for (const [place, entry] of list.entries()) {
    for (const text of new Set(textsOf(entry))) {
      const places = byText.get(text) ?? [];
      places.push(place);
      byText.set(text, places);
    }
  }
  return byText;
}

function ambiguousError(text: string, named: readonly Named[], noun: string): ToolError {
  const ids = named.map(({ id }) => inertText(id, 80));
  return inputError(
    `${named.length} ${noun}s are named ${JSON.stringify(asShown(text))}: ${some(ids, 10)}`,
    "Use an id.",
  );
}

/** So few names are listed, where none is near. */
const mostListed = 8;

/** The texts that were not found, each with the nearest names; first one whose handle is nearer than any name. */
export function unknownText(unknown: readonly string[], list: readonly ListedName[]): string {
  const names = [...new Set(list.map(({ name }) => name))];
  const byHandle = new Map(list.map(({ name, profileName = "" }) => [profileName, name]));
  byHandle.delete("");
  const hints = unknown.slice(0, 10).map((text) => {
    if (/^(?:(?:all|every|any)\b|\*)/i.test(text))
      return `${plainText(text, 80)} (leave it out for all)`;
    if (/^(not\s|!|-)/i.test(text))
      return `${plainText(text, 80)} (to leave some out, write labels_not or profiles_not)`;
    if (namedBy(text, leftOutOf(list)).length > 0) return `${plainText(text, 80)} (${leftOutText})`;
    const shown = asShown(text);
    const named = nearest(shown, names);
    const closest = nearest(shown, [...named, ...nearest(shown, [...byHandle.keys()], 1)], 1);
    const first = closest.map((candidate) =>
      named.includes(candidate) ? candidate : (byHandle.get(candidate) ?? candidate),
    );
    const near = [...new Set([...first, ...named])].slice(0, 3);
    const isShort = near.length === 0 && names.length <= mostListed;
    const hint = (isShort ? names : near).map((name) => JSON.stringify(name)).join(", ");
    const word = isShort ? "there are" : "nearest:";
    return `${plainText(text, 80)}${hint === "" ? "" : ` (${word} ${hint})`}`;
  });
  return some([...hints, ...unknown.slice(hints.length)], hints.length);
}

/**
 * Finds one entry of a list by its id or exact name.
 * @param tool the tool that lists them all.
 * @throws ToolError `unknown_labels` with the nearest names, `invalid_input` for the names of several.
 */
export function namedLabel<One extends ListedName>(
  text: string,
  list: readonly One[],
  noun: string,
  tool: string,
): One {
  const { matches, unknown } = findNamed([text], list, noun);
  const [label] = matches;
  if (matches.length > 1)
    throw inputError(
      `${JSON.stringify(plainText(text, 80))} names ${matches.length} ${noun}s, and this takes one`,
      "Call once for each.",
    );
  if (label !== undefined) return label;
  throw new ToolError(
    "unknown_labels",
    `not a ${noun} of this account: ${unknownText(unknown, list)}`,
    `Use an id or exact name from ${tool}.`,
  );
}

/** Names by id; where several profiles share a name, each with its id. */
export function profileNames(profiles: readonly Named[]): Map<string, string> {
  const byName = placesBy(profiles, ({ name }) => [name]);
  return new Map(
    profiles.map(({ id, name }) => [
      id,
      byName.get(name)?.length === 1 ? name : `${name} (${inertText(id, 80)})`,
    ]),
  );
}
