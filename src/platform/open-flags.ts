/** Flags with which a file is opened that others may have replaced by a link or a pipe. */

interface Constants {
  readonly O_NOFOLLOW?: number;
  readonly O_NONBLOCK?: number;
}

/** Windows has neither flag: links of others cannot be made there without a privilege, and pipes are in no folder. */
export const guardedFlags = ({ O_NOFOLLOW = 0, O_NONBLOCK = 0 }: Constants): number =>
  O_NOFOLLOW | O_NONBLOCK;
