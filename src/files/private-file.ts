/** Files that are their owner's alone. */
import { randomBytes } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { ToolError } from "../errors/tool-error.ts";

/** The error for what is wrong with the file: "can be read by others". */
export type Refuse = (problem: string, next: string) => ToolError;

/** Its text; undefined where there is no file. @throws what `refuse` makes of one that is not its owner's alone. */
export async function readOwn(path: string, refuse: Refuse): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) {
      const what = found.isDirectory() ? "a folder" : "no ordinary file";
      throw refuse(`is none: it is ${what}`, "Tell the user to name another.");
    }
    // Windows keeps no such bits: there the user's folder guards it.
    if ((found.mode & 0o077) === 0 || sep === "\\") return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw refuse("cannot be read", "Tell the user to make it readable for this user.");
  }
  throw refuse("can be read by others", `Tell the user to run: chmod 600 ${path}`);
}

/** Written beside and renamed: a reader finds the old text or the new one. */
export async function replace(name: string, text: string): Promise<void> {
  // A link stays one: what it points at is replaced.
  const path = await realpath(name).catch(() => name);
  const beside = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
