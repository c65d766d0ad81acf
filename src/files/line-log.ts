/** A log of lines that several processes append to. It holds hints: what is lost or damaged is found in another way. */
import { writeAtomically } from "./atomic-write.ts";
import { appendToOwnFile, statOfOwnFile, withOwnFile } from "./own-file.ts";

export interface LineLog {
  /**
   * Returns the lines that this object has not read yet, its own included; all of them after the log was replaced.
   * Undefined if there is no log.
   */
  read(): Promise<readonly string[] | undefined>;
  append(line: string): Promise<void>;
  /** The size in bytes, as far as this object has seen. */
  readonly bytes: number;
  /** Replaces all lines. Lines that other processes append at the same time can be lost. */
  replace(lines: readonly string[]): Promise<void>;
}

/** Stores nothing. */
export const noLineLog: LineLog = {
  read: async () => [],
  append: async () => {},
  bytes: 0,
  replace: async () => {},
};

/** No log grows as large, because it is replaced before. */
const maxBytes = 64 * 1024 * 1024;

/** @param isUsable false if the folder must not be used. */
export class FileLineLog implements LineLog {
  /** The bytes that were read, and the file that held them. */
  #read = 0;
  #size = 0;
  #inode: number | undefined;

  constructor(
    private readonly file: string,
    private readonly isUsable: () => Promise<boolean>,
  ) {}

  get bytes(): number {
    return this.#read;
  }

  async read(): Promise<readonly string[] | undefined> {
    if (!(await this.isUsable())) return [];
    try {
      const known = statOfOwnFile(this.file);
      if (known?.ino === this.#inode && known?.size === this.#size) return [];
      return await withOwnFile(this.file, maxBytes, async (handle) => {
        const { ino, size } = await handle.stat();
        const start = ino === this.#inode && size >= this.#read ? this.#read : 0;
        const bytes = Buffer.alloc(size - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        // The last line may be half written.
        const end = bytes.subarray(0, bytesRead).lastIndexOf("\n") + 1;
        [this.#inode, this.#size, this.#read] = [ino, size, start + end];
        return bytes
          .toString("utf8", 0, end)
          .split("\n")
          .filter((line) => line !== "");
      });
    } catch {
      return undefined;
    }
  }

  /** A killed process may have left half a line, so each line begins with a break of its own. */
  async append(line: string): Promise<void> {
    if (!(await this.isUsable())) return;
    try {
      appendToOwnFile(this.file, `\n${line}\n`);
    } catch {
      // A hint that is lost costs a request.
    }
  }

  async replace(lines: readonly string[]): Promise<void> {
    if (!(await this.isUsable())) return;
    const text = lines.map((line) => `${line}\n`).join("");
    await writeAtomically(this.file, text).catch(() => {});
  }
}
