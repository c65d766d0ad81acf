/** Saves files in one folder of the user. Follows no link, overwrites nothing, and shows a file under its name only when it is complete. */
import { link, lstat, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ourLimits } from "../../catalog/limits.ts";
import { errorCodeOf, inputError, tellUser, ToolError } from "../../base/errors/tool-error.ts";
import { existingFolderProblem } from "../../base/files/own-file.ts";
import { plainText } from "../../base/text/sanitize.ts";
import type { Blocks } from "./content.ts";

/** Names of devices on Windows, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** Separators, and characters that Windows does not allow. */
const unsafe = /[<>:"/\\|?*]+/g;

/** A name without an extension that is safe on every platform. */
export function safeName(name: string, extension: string): string {
  const plain = plainText(name.normalize("NFC"), 1000).replaceAll(unsafe, "-");
  const ending = `.${extension}`;
  const stem = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain;
  const short = trim(plainText(firstCharacters(trim(stem)), 1000));
  if (short === "") return "result";
  return reserved.test(short.split(".", 1)[0]?.trim() ?? "") ? firstCharacters(`_${short}`) : short;
}

function firstCharacters(text: string): string {
  let first = "";
  for (const character of text) {
    const more = first + character;
    const isTooLong = more.length > ourLimits.fileNameLength;
    if (isTooLong || Buffer.byteLength(more) > ourLimits.fileNameBytes) break;
    first = more;
  }
  return first;
}

/** A file with a dot before its name is hidden; Windows drops dots and spaces at the end. */
const trim = (text: string): string => text.replaceAll(/^[\s.-]+|[\s.-]+$/g, "");

export interface Saved {
  readonly path: string;
  readonly bytes: number;
}

/**
 * @param name any text. The name of the file is safe, and ends with a number where it is taken.
 * @throws ToolError `invalid_input` for a folder that cannot be used, `limit_exceeded` for a file that is too large.
 */
export async function saveIn(
  folder: string,
  name: string,
  extension: string,
  blocks: Blocks,
): Promise<Saved> {
  const problem = await existingFolderProblem(folder, lstat);
  if (problem !== undefined) throw folderError(problem);
  const temporary = join(folder, `.${crypto.randomUUID()}.tmp`);
  try {
    const bytes = await write(temporary, blocks);
    const path = join(folder, safeName(name, extension));
    return { path: await place(temporary, path, extension), bytes };
  } catch (cause) {
    // An error without a system call is not of the file system: a cancelled call, or a defect.
    if (!(cause instanceof Error && "syscall" in cause)) throw cause;
    const code = errorCodeOf(cause) ?? "failed";
    throw folderError(`${folder} cannot be written: ${reasons[code] ?? code}`, cause);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** @returns the number of bytes. A new file follows no link. */
async function write(file: string, blocks: Blocks): Promise<number> {
  const handle = await open(file, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const block of blocks) {
      const content = Buffer.from(block);
      bytes += content.length;
      if (bytes > ourLimits.savedFileBytes) throw tooLarge();
      await handle.writeFile(content);
    }
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Gives the file the first path that is free. @param start of the path, without a number and the extension. */
async function place(temporary: string, start: string, extension: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = `${start}${number === 1 ? "" : `-${number}`}.${extension}`;
    try {
      await giveName(temporary, path);
      return path;
    } catch (error) {
      if (errorCodeOf(error) !== "EEXIST") throw error;
    }
  }
}

/** Codes of file systems without hard links, such as those of most USB sticks. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** @throws an error with the code `EEXIST` if the name is taken. */
async function giveName(temporary: string, path: string): Promise<void> {
  try {
    return await link(temporary, path);
  } catch (error) {
    if (!withoutLinks.has(errorCodeOf(error) ?? "")) throw error;
  }
  // An empty file takes the name, and the whole one replaces it.
  await (await open(path, "wx", 0o600)).close();
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it was removed",
  ENOSPC: "the disk is full",
  EDQUOT: "the user's share of the disk is used up",
};

const folderError = (problem: string, cause?: unknown): ToolError =>
  inputError(
    `nothing was saved: ${problem}`,
    tellUser`Correct the folder, or name another one with --save-to. It must belong to this user, others must not be able to write to it, and its disk must have space.`,
    { cause },
  );

const tooLarge = (): ToolError =>
  new ToolError(
    "limit_exceeded",
    `nothing was saved: the file is larger than ${ourLimits.savedFileBytes / 2 ** 20} MiB`,
    "Save a piece of the result: read_result with fewer profiles, metrics or days, then the id of that piece.",
  );
