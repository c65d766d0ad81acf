/** Random choices that a seed repeats. */

const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09"];

export interface Range {
  readonly start: string;
  readonly end: string;
  readonly words: string;
}

const lastDay = (month: string): string =>
  new Date(Date.UTC(2026, Number(month), 0)).toISOString().slice(0, 10);

const names = "January February March April May June July August September".split(" ");

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

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  /** A whole month of 2026. */
  month(): Range {
    const month = this.one(months);
    return {
      start: `2026-${month}-01`,
      end: lastDay(month),
      words: `in ${names[Number(month) - 1]} 2026`,
    };
  }
}
