/** A private file with a list of callers over HTTP, which a running server notices when it changes. */
import { stat } from "node:fs/promises";
import * as z from "zod";
import { inputError, tellUser } from "../errors/tool-error.ts";
import { changePrivateFile, readPrivateFile, type FileError } from "../files/private-file.ts";

/** The stored logins that a caller uses: a name, or a list of names. */
export const accountsSchema = z.union([z.string(), z.array(z.string()).min(2)]).optional();

/** Returns no name for the login that the server itself uses. */
export const accountsOf = (account: z.output<typeof accountsSchema>): readonly string[] =>
  account === undefined ? [] : [account].flat();

/** The inverse of `accountsOf`. */
export const accountEntry = ([first, ...others]: readonly string[]): {
  account?: string | string[];
} => (first === undefined ? {} : { account: others.length === 0 ? first : [first, ...others] });

export class CallerFile<Entry> {
  /** The content read last, and the version of the file that it comes from. */
  #read: { readonly version: string; readonly byKey: ReadonlyMap<string, Entry> } | undefined;

  protected readonly fileError: FileError = (problem, next) =>
    inputError(`the file of ${this.kind} ${this.path} ${problem}`, next);

  /**
   * @param kind the name of the list in the file.
   * @param keyOf names an entry uniquely.
   */
  constructor(
    private readonly path: string,
    private readonly kind: string,
    private readonly entry: z.ZodType<Entry>,
    private readonly keyOf: (entry: Entry) => string,
  ) {}

  /** Returns no entries for a file that does not exist. @throws ToolError `invalid_input` for a damaged one. */
  async list(): Promise<readonly Entry[]> {
    const { kind, entry } = this;
    const text = await readPrivateFile(this.path, this.fileError);
    if (text === undefined) return [];
    try {
      const content = z.strictObject({ [kind]: z.array(entry) }).parse(JSON.parse(text));
      return content[kind] ?? [];
    } catch {
      throw this.fileError(`is damaged, or holds no ${kind}`, tellUser`Name another file.`);
    }
  }

  /**
   * Changes the list under the lock of the file.
   * @param edit returns the new list if it changes, and throws to leave the file as it is.
   */
  change<T>(
    edit: (entries: readonly Entry[]) => {
      readonly entries?: readonly Entry[];
      readonly outcome: T;
    },
  ): Promise<T> {
    return changePrivateFile(this.path, this.fileError, async () => {
      const { entries, outcome } = edit(await this.list());
      if (entries === undefined) return { outcome };
      return { text: `${JSON.stringify({ [this.kind]: entries }, undefined, 2)}\n`, outcome };
    });
  }

  /** Returns whether there was an entry to remove. */
  protected removeWhere(matches: (entry: Entry) => boolean): Promise<boolean> {
    return this.change((all) => {
      const others = all.filter((one) => !matches(one));
      return others.length === all.length ? { outcome: false } : { entries: others, outcome: true };
    });
  }

  /** Looks an entry up by the current content of the file. @throws ToolError `invalid_input` if it cannot be read. */
  async find(key: string): Promise<Entry | undefined> {
    const { mtimeMs, ino, size } = await stat(this.path).catch(() => {
      throw this.fileError("cannot be read", tellUser`Make it readable for this user.`);
    });
    const version = [mtimeMs, ino, size].join(" ");
    if (this.#read?.version !== version) {
      const entries = await this.list();
      this.#read = { version, byKey: new Map(entries.map((one) => [this.keyOf(one), one])) };
    }
    return this.#read.byKey.get(key);
  }
}
