/** Limits of the operating system's keychain. */

/** The maximum length of an entry in UTF-16 units: Windows stores up to 2,560 bytes, two for each unit. */
export const keychainEntryLength = (platform: NodeJS.Platform): number =>
  platform === "win32" ? 1280 : Number.POSITIVE_INFINITY;
