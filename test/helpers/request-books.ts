/** Moments and steps of tests of request books. */
import { join } from "node:path";
import { expect } from "vitest";
import { AccountRequestBook } from "../../src/suite/quota/account-request-book.ts";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { accountAllowance } from "../../src/suite/quota/request-book.ts";
import type { Denied, RequestBook } from "../../src/suite/quota/request-book.ts";
import { temporaryFolder } from "./folders.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const start = Date.parse("2026-11-20T12:00:00Z");

export const newFolder = (): string => join(temporaryFolder(), "quota");

export async function takeMany(book: RequestBook, now: number, count: number): Promise<void> {
  const denials = [];
  for (let taken = 0; taken < count; taken += 1) denials.push(await denialOf(book, now, 0));
  expect(denials.filter((denied) => denied !== undefined)).toEqual([]);
}

export const countAt = async (book: RequestBook, now: number): Promise<number> =>
  (await book.state(now)).counted.count;

/** Takes a request for a caller without a name. */
export const denialOf = async (
  book: RequestBook,
  now: number,
  inFlight: number,
): Promise<Denied | undefined> => (await book.take([], now, inFlight)).denied;

/** The book of a user of an account, in files. @param requests of the account's hour. */
export const accountBook = (folder: string, user: string, requests?: number): AccountRequestBook =>
  new AccountRequestBook(
    new LocalRequestBook(join(folder, user)),
    new LocalRequestBook(join(folder, "account"), {
      ...accountAllowance,
      ...(requests === undefined ? {} : { requests }),
    }),
  );
