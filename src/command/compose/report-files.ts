/** The files of a report: itself, and those that it names. Whoever sends a report must not read other files with it. */
import { realpath, readFile, stat } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { errorCodeOf } from "../../base/errors/tool-error.ts";
import { complain } from "../terminal/output.ts";
import { UsageError } from "../terminal/flags.ts";

const mostBytes = 10_000_000;

/** A text in UTF-8, UTF-16 or Windows-1252, of which the last is named. @throws UsageError for what is no file, or too large. */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  const [first, second] = bytes;
  // Without a mark, texts of Latin letters have a zero in every other byte.
  const isLittle = (first === 0xff && second === 0xfe) || second === 0;
  const isBig = (first === 0xfe && second === 0xff) || first === 0;
  const text = decoded(bytes, isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8");
  if (text !== undefined) return text;
  if (isLittle || isBig) throw new UsageError(`${path} is not a text: save it as UTF-8`);
  complain(`Warning: ${path} is read as Windows-1252: save it as UTF-8.`);
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Undefined for bytes that are no text of this encoding. */
const decoded = (bytes: Buffer, encoding: string): string | undefined =>
  orUndefined(() => new TextDecoder(encoding, { fatal: true }).decode(bytes));

async function readBytes(path: string): Promise<Buffer> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) throw new UsageError(`${path} is not a file`);
    if (stats.size > mostBytes) throw new UsageError(`${path} has more than ${mostBytes} bytes`);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${path} cannot be read: ${errorCodeOf(cause) ?? "failed"}`, { cause });
  }
}

/** A file that a report names: in the folder of the report, or below it. @throws UsageError */
async function pathBeside(folder: string, name: string): Promise<string> {
  const [root, path] = await Promise.all(
    [folder, join(folder, name)].map((location) => realpath(location)),
  ).catch((cause: unknown) => {
    throw new UsageError(`${name} cannot be read: ${errorCodeOf(cause) ?? "failed"}`, { cause });
  });
  const within = relative(root ?? "", path ?? "");
  if (path === undefined || /^\.\.|^[\\/]|^\w:/.test(within))
    throw new UsageError(`${name} is outside the folder of the report: copy it there`);
  return path;
}

export const textBeside = async (folder: string, name: string): Promise<string> =>
  readText(await pathBeside(folder, name));

const pictures: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** A picture as a data URI, so that the page needs no other file. */
export async function pictureBeside(folder: string, name: string): Promise<string> {
  const type = pictures[extname(name).toLowerCase()];
  if (type === undefined)
    throw new UsageError(
      `${name} is not a picture: a logo is a file ${Object.keys(pictures).join(", ")}`,
    );
  const bytes = await readBytes(await pathBeside(folder, name));
  return `data:${type};base64,${bytes.toString("base64")}`;
}
