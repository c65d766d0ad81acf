/**
 * Measures JSON as its bytes arrive, so that a text that would take too long to parse is never parsed: parsing cannot
 * be interrupted.
 */

export interface JsonLimits {
  /** Values of any kind, those within lists and objects included. */
  readonly values: number;
  /** Members of objects: their names make objects far slower to parse than lists. */
  readonly members: number;
  /** Levels of lists and objects within each other. */
  readonly depth: number;
}

/** What each byte does outside of strings, by a table: most bytes of an answer are digits and need one look-up. */
const kinds = new Uint8Array(256);
const [quote, backslash, comma, colon, opening, closing] = [1, 2, 3, 4, 5, 6];
// The characters of each kind, in the same order.
for (const [place, characters] of ['"', "\\", ",", ":", "[{", "]}"].entries()) {
  for (const byte of Buffer.from(characters)) kinds[byte] = place + 1;
}

/** Counts at least the values that the text contains, whether or not it is valid JSON. */
export class JsonMeter {
  readonly #counts = new Float64Array(closing + 1);
  #deepest = 0;
  #inString = false;
  #isEscaped = false;

  constructor(private readonly limits: JsonLimits) {}

  add(bytes: Uint8Array): void {
    const counts = this.#counts;
    let inString = this.#inString;
    let at = this.#isEscaped ? 1 : 0;
    for (; at < bytes.length; at += 1) {
      const kind = kinds[bytes[at] ?? 0] ?? 0;
      if (kind === 0) continue;
      if (inString) {
        if (kind === backslash) at += 1;
        else if (kind === quote) inString = false;
        continue;
      }
      if (kind === quote) inString = true;
      counts[kind]! += 1;
      if (kind === opening) this.#deepest = Math.max(this.#deepest, this.#depth());
    }
    this.#inString = inString;
    this.#isEscaped = at > bytes.length;
  }

  /** At least the number of values so far. */
  get values(): number {
    return this.#count(comma) + this.#count(opening) + 1;
  }

  /** Returns the limit that is exceeded, such as `more than 64 levels`; undefined if there is none. */
  exceeded(): string | undefined {
    const { values, members, depth } = this.limits;
    const more = (limit: number, what: string): string =>
      `more than ${limit.toLocaleString("en-US")} ${what}`;
    if (this.values > values) return more(values, "values");
    if (this.#count(colon) > members) return more(members, "named values");
    return this.#deepest > depth ? more(depth, "levels") : undefined;
  }

  #count(kind: number): number {
    return this.#counts[kind] ?? 0;
  }

  #depth(): number {
    return this.#count(opening) - this.#count(closing);
  }
}
