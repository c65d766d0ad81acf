/** Who may read and write a file. Windows has neither user ids nor permission bits: there the user's folder protects files. */

interface Found {
  readonly uid: number;
  readonly mode: number;
}

/** @param user the id of the user of this process; undefined where there is none. */
export const isOfUser = ({ uid }: Pick<Found, "uid">, user: number | undefined): boolean =>
  user === undefined || uid === user;

const othersMayWrite = 0o022;
const othersMayDoAnything = 0o077;

export const isWritableByOthers = (
  { mode }: Pick<Found, "mode">,
  platform: NodeJS.Platform,
): boolean => platform !== "win32" && (mode & othersMayWrite) !== 0;

export const isPrivate = ({ mode }: Pick<Found, "mode">, platform: NodeJS.Platform): boolean =>
  platform === "win32" || (mode & othersMayDoAnything) === 0;
