/** Files in which a user, a container or a timer has a secret. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Far more than a secret takes. */
const maxBytes = 8 * 1024;

/**
 * The user names the file, so a link is followed: containers replace secrets by links. A pipe must not block.
 * @throws an error for what cannot be read.
 */
export function readSecretFile(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > maxBytes) throw new Error("not a small file");
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}
