/** Finds what is asked for by id or exact name in a list of the account. */
import type { Named } from "../api/records.ts";
import { type ToolError, invalidInput } from "../errors/tool-error.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import { cell, some } from "../text/words.ts";
import { nearest } from "../text/nearest.ts";

export interface Found<One> {
  /** Each once, in the order asked. */
  readonly found: readonly One[];
  /** Texts that are neither an id nor a name. */
  readonly unknown: readonly string[];
}

/** As answers write a name: inert, and without the separator of their tables. */
const asShown = (text: string): string => cell(plainText(text, ourLimits.textLength));

/**
 * An id before a name: a name may be anything, another's id among it.
 * @param noun what the list holds: `facebook profile`.
 * @throws ToolError `invalid_input` for a name that several have; it lists them.
 */
export function findNamed<One extends Named>(
  texts: readonly string[],
  list: readonly One[],
  noun: string,
): Found<One> {
  const byId = new Map(list.map((one) => [one.id, one]));
  const byName = new Map<string, One[]>();
  for (const one of list) {
    const name = asShown(one.name);
    const namesakes = byName.get(name);
    if (namesakes === undefined) byName.set(name, [one]);
    else namesakes.push(one);
  }
  const found = new Set<One>();
  const unknown: string[] = [];
  for (const text of new Set(texts)) {
    const one = byId.get(text);
    const named = one === undefined ? (byName.get(asShown(text)) ?? []) : [one];
    if (named.length > 1) throw ambiguous(text, named, noun);
    if (named[0] === undefined) unknown.push(text);
    else found.add(named[0]);
  }
  return { found: [...found], unknown };
}

function ambiguous(text: string, named: readonly Named[], noun: string): ToolError {
  const ids = named.map(({ id }) => plainText(id, 80));
  return invalidInput(
    `${named.length} ${noun}s are named ${JSON.stringify(asShown(text))}: ${some(ids, 10)}`,
    "Use the id of the one that is meant.",
  );
}

/** What was not found, each with the names nearest to it. */
export function unknownText(unknown: readonly string[], list: readonly Named[]): string {
  const names = [...new Set(list.map(({ name }) => name))];
  const hints = unknown.slice(0, 10).map((text) => {
    const near = nearest(asShown(text), names).map((name) => JSON.stringify(name));
    return `${plainText(text, 80)}${near.length === 0 ? "" : ` (nearest: ${near.join(", ")})`}`;
  });
  return some([...hints, ...unknown.slice(hints.length)], hints.length);
}
