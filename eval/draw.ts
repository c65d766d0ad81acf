/** Random choices that a seed repeats. */

export interface Range {
  readonly start: string;
  readonly end: string;
  readonly words: string;
}

const dayOf = (month: number, date: number): string =>
  new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10);

const months = "January February March April May June July August September".split(" ");

export class Draw {
  #state: number;

  constructor(seed: number, id: string) {
    this.#state = Array.from(id).reduce(
      (sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0),
      seed + 1,
    );
  }

  /** From 0 to below `limit` (a linear congruential generator). */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    return (this.#state >>> 8) % limit;
  }

  choice<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  /** A whole month of 2026. */
  month(): Range {
    const month = this.below(months.length);
    return { start: dayOf(month, 1), end: dayOf(month + 1, 0), words: `in ${months[month]} 2026` };
  }

  /** A day of 2026. */
  day(): Range {
    const day = dayOf(this.below(months.length), 1 + this.below(28));
    return { start: day, end: day, words: `on ${day}` };
  }

  /** A quarter of 2026 that is over, by its name. */
  quarter(): Range {
    const first = 3 * Math.floor(this.below(months.length) / 3);
    return { start: dayOf(first, 1), end: dayOf(first + 3, 0), words: `2026-Q${first / 3 + 1}` };
  }
}
