/** A private file with a list of callers over HTTP, which a running server notices when it changes. */
import { stat } from "node:fs/promises";
import * as z from "zod";
import { inputError, tellUser } from "../../base/errors/tool-error.ts";
import {
  changePrivateFile,
  readPrivateFile,
  type FileError,
} from "../../base/files/private-file.ts";

/** The names of the stored logins that a caller uses, none for the server's own; in the file one name, or a list. */
export const accounts = z.codec(
  z.union([z.string(), z.array(z.string()).min(2)]).optional(),
  z.array(z.string()),
  {
    decode: (account = []) => [account].flat(),
    encode: (names) => (names.length > 1 ? names : names[0]),
  },
);

/** The profile labels that limit the pages of a caller, none for all pages; in the file a list, or none. */
export const limits = z.codec(z.array(z.string()).min(1).optional(), z.array(z.string()), {
  decode: (names = []) => names,
  encode: (names) => (names.length > 0 ? names : undefined),
});

export class CallerFile<Entry> {
  /** The content read last, and the version of the file that it comes from. */
  #read: { readonly version: string; readonly byKey: ReadonlyMap<string, Entry> } | undefined;

  protected readonly fileError: FileError = (problem, next) =>
    inputError(`the file of ${this.kind} ${this.path} ${problem}`, next);

  readonly #content: z.ZodType<Readonly<Record<string, readonly Entry[]>>>;

  /**
   * @param kind the name of the list in the file.
   * @param keyOf names an entry uniquely.
   */
  constructor(
    private readonly path: string,
    private readonly kind: string,
    entry: z.ZodType<Entry>,
    private readonly keyOf: (entry: Entry) => string,
  ) {
    this.#content = z.strictObject({ [kind]: z.array(entry) });
  }

  /** Returns no entries for a file that does not exist. @throws ToolError `invalid_input` for a damaged one. */
  async list(): Promise<readonly Entry[]> {
    const text = await readPrivateFile(this.path, this.fileError);
    if (text === undefined) return [];
    try {
      return this.#content.parse(JSON.parse(text))[this.kind] ?? [];
    } catch {
      throw this.fileError(`is damaged, or holds no ${this.kind}`, tellUser`Name another file.`);
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
      const content = z.encode(this.#content, { [this.kind]: entries });
      return { text: `${JSON.stringify(content, undefined, 2)}\n`, outcome };
    });
  }

  /** Returns whether there was an entry to remove. */
  remove(matches: (entry: Entry) => boolean): Promise<boolean> {
    return this.change((callers) => {
      const rest = callers.filter((caller) => !matches(caller));
      return rest.length === callers.length ? { outcome: false } : { entries: rest, outcome: true };
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
      this.#read = {
        version,
        byKey: new Map(entries.map((caller) => [this.keyOf(caller), caller])),
      };
    }
    return this.#read.byKey.get(key);
  }
}
