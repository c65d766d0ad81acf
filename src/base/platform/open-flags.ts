/** Flags with which a file is opened that others may have replaced by a link or a pipe. */
import type { constants } from "node:fs";

type Constants = Partial<Pick<typeof constants, "O_NOFOLLOW" | "O_NONBLOCK">>;

/** Windows has neither flag: links of others cannot be made there without a privilege, and pipes are in no folder. */
export const guardedFlags = ({ O_NOFOLLOW = 0, O_NONBLOCK = 0 }: Constants): number =>
  O_NOFOLLOW | O_NONBLOCK;
