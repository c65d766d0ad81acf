/** Runs one work at a time. Of the owners that wait, the one that has had the fewest turns of late is next. */
export class Turns {
  readonly #waiting: { readonly owner: string | undefined; readonly begin: () => void }[] = [];
  #isBusy = false;

  /** @param had counts the turns of an owner. */
  constructor(private readonly had: (owner: string) => number) {}

  /** @param owner undefined for work that goes before that of any owner. */
  async run<T>(work: () => Promise<T>, owner?: string): Promise<T> {
    if (this.#isBusy)
      await new Promise<void>((resolve) => this.#waiting.push({ owner, begin: resolve }));
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      if (next === undefined) this.#isBusy = false;
      else next.begin();
    }
  }

  #takeNext(): { readonly begin: () => void } | undefined {
    const turns = this.#waiting.map(({ owner }) => (owner === undefined ? -1 : this.had(owner)));
    // Among equals, the one that has waited longest.
    const place = turns.indexOf(Math.min(...turns));
    return place === -1 ? undefined : this.#waiting.splice(place, 1)[0];
  }
}
