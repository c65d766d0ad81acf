/** A value derived from the names in a folder. It is derived again after a file was created, replaced or removed. */
import { readdirSync, statSync } from "node:fs";

/** Nanoseconds: more than the resolution of the times of files. */
const tick = 100_000_000n;

export class FolderNames<Made> {
  /** The value, and when the folder had last changed, in nanoseconds since 1970. */
  #known: { readonly changed: bigint; readonly made: Made } | undefined;

  constructor(
    private readonly folder: string,
    private readonly make: (names: readonly string[]) => Made,
  ) {}

  /** @throws an error for a folder that cannot be read. */
  get(): Made {
    const changed = statSync(this.folder, { bigint: true }).mtimeNs;
    if (changed === this.#known?.changed) return this.#known.made;
    const before = BigInt(Date.now()) * 1_000_000n;
    const made = this.make(readdirSync(this.folder));
    // Later changes within one tick of the file system's clock would not show.
    this.#known = changed < before - tick ? { changed, made } : undefined;
    return made;
  }

  /** The next {@link get} makes the value again. */
  forget(): void {
    this.#known = undefined;
  }
}
