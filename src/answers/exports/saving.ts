/** Where the tools that save put a file: in a folder of the user, or behind a link. */
import { basename } from "node:path";
import type { Blocks } from "./content.ts";
import type { Saved } from "./folder.ts";

export interface Saving {
  /** Completes the description of a tool. */
  readonly where: string;
  /** What a reply says of its file. */
  readonly note: string | undefined;
  /** The files are in a folder of the user. */
  readonly isFolder: boolean;
  /** @param name any text. @throws ToolError */
  save(name: string, extension: string, blocks: Blocks): Promise<Saved>;
  /** The address of a picture in a report: a file beside it, or the picture itself. */
  picture(name: string, svg: string): Promise<string>;
}

/** @param folder its absolute path. */
export function savingIn(folder: string): Saving {
  const save: Saving["save"] = async (...file) =>
    (await import("./folder.ts")).saveIn(folder, ...file);
  return {
    where: "in the user's folder. Returns the path",
    note: undefined,
    isFolder: true,
    save,
    picture: async (name, svg) => basename((await save(name, "svg", [svg])).path),
  };
}
