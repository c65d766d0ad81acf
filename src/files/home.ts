/** The user's home folder. */
import { inputError, tellUser } from "../errors/tool-error.ts";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/** @throws ToolError `invalid_input` if there is no home folder: a later process would not find files stored elsewhere. */
export function home(): string {
  let folder = "";
  try {
    folder = homedir();
  } catch {
    // The system has no entry for this user.
  }
  if (isAbsolute(folder)) return folder;
  throw inputError("this user has no home folder", tellUser`Set HOME to an absolute path.`);
}
