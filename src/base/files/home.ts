/** The user's home folder. */
import { orUndefined } from "../errors/or-undefined.ts";
import { inputError, tellUser } from "../errors/tool-error.ts";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/** @throws ToolError `invalid_input` if there is no home folder: a later process would not find files stored elsewhere. */
export function home(): string {
  // It throws if the system has no entry for this user.
  const folder = orUndefined(homedir) ?? "";
  if (isAbsolute(folder)) return folder;
  throw inputError("this user has no home folder", tellUser`Set HOME to an absolute path.`);
}
