/** Checks the owner and the permission bits of a file. Windows has neither: the user's folder protects files there. */
import type { Stats } from "node:fs";

/** @param user the user id of this process; undefined on Windows. */
export const belongsToUser = ({ uid }: Pick<Stats, "uid">, user: number | undefined): boolean =>
  user === undefined || uid === user;

const othersMayWrite = 0o022;
const othersMayDoAnything = 0o077;

export const isWritableByOthers = (
  { mode }: Pick<Stats, "mode">,
  platform: NodeJS.Platform,
): boolean => platform !== "win32" && (mode & othersMayWrite) !== 0;

export const isPrivate = ({ mode }: Pick<Stats, "mode">, platform: NodeJS.Platform): boolean =>
  platform === "win32" || (mode & othersMayDoAnything) === 0;
