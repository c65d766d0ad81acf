/**
 * Logins in a store whose entries have a maximum length: a longer one is divided. Its entry names the parts, which are
 * entries of their own; so a login is replaced in one step, and a reader finds the old one or the new one.
 */

/** The entries of a store, as texts by name. */
export interface Entries {
  get(name: string): Promise<string | undefined>;
  set(name: string, text: string): Promise<void>;
  /** Returns true if the entry existed. */
  delete(name: string): Promise<boolean>;
  accounts(): Promise<string[]>;
}

/** No login matches this pattern, and no name of an account contains a slash. */
const pattern = /^parts\/([\da-f-]{36})\/(\d+)$/;

/** The names of the parts of an account's login; none if the entry is the login itself. */
function partsIn(account: string, text: string | undefined): string[] {
  const [, id, count = "0"] = pattern.exec(text ?? "") ?? [];
  return Array.from({ length: Number(count) }, (_, place) => `${account}/${id}/${place}`);
}

/** A login that is replaced during a read can look incomplete; one that still is after three reads is damaged. */
const tries = 3;

/** @param maxLength of the text of an entry, in UTF-16 units; Infinity for none. */
export function dividedEntries(entries: Entries, maxLength: number): Entries {
  if (maxLength === Number.POSITIVE_INFINITY) return entries;
  // No part ends within a character.
  const piece = new RegExp(`[^]{1,${maxLength}}(?![\\uDC00-\\uDFFF])`, "g");
  const deleteParts = async (account: string, text: string | undefined): Promise<void> => {
    for (const part of partsIn(account, text)) await entries.delete(part);
  };
  return {
    async get(account) {
      for (let tried = 1; ; tried += 1) {
        const text = await entries.get(account);
        const texts = await Promise.all(partsIn(account, text).map((part) => entries.get(part)));
        if (texts.length === 0) return text;
        if (!texts.includes(undefined)) return texts.join("");
        // The text of an incomplete login cannot be read as one.
        if (tried === tries) return "";
      }
    },
    async set(account, text) {
      const previous = await entries.get(account);
      const parts = text.match(piece) ?? [];
      const entry = parts.length > 1 ? `parts/${crypto.randomUUID()}/${parts.length}` : text;
      try {
        for (const [place, part] of partsIn(account, entry).entries())
          await entries.set(part, parts[place] ?? "");
        await entries.set(account, entry);
      } catch (error) {
        await deleteParts(account, entry).catch(() => {});
        throw error;
      }
      await deleteParts(account, previous);
    },
    async delete(account) {
      const previous = await entries.get(account);
      const isDeleted = await entries.delete(account);
      await deleteParts(account, previous);
      return isDeleted;
    },
    accounts: async () => (await entries.accounts()).filter((name) => !name.includes("/")),
  };
}
