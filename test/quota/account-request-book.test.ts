/** The hour that the users of an account share. */
import { expect, test } from "vitest";
import {
  accountBook,
  denialOf,
  minute,
  newFolder,
  start,
  takeMany,
} from "../helpers/request-books.ts";

test("the users of an account share its hour, unless the API reports what is left", async () => {
  const folder = newFolder();
  const [ada, ben, cleo] = ["ada", "ben", "cleo"].map((user) => accountBook(folder, user));
  if (ada === undefined || ben === undefined || cleo === undefined) throw new Error("no books");
  await takeMany(ada, start, 500);
  await takeMany(ben, start, 490);
  expect((await cleo.state(start)).allowance.requests).toBe(1000);
  await takeMany(cleo, start, 10);
  expect(await denialOf(cleo, start, 0)).toMatchObject({ code: "account_quota_exhausted" });
  expect((await denialOf(ada, start, 0))?.code, "her own hour is spent as well").toMatch(
    /_exhausted$/,
  );
  await cleo.report({ remaining: 5, until: start + minute });
  expect(await denialOf(cleo, start, 0)).toBeUndefined();
});

test("a reset that the API reports begins the account's hour anew, and its limit is the account's too", async () => {
  const folder = newFolder();
  const [ada, ben] = ["ada", "ben"].map((user) => accountBook(folder, user));
  if (ada === undefined || ben === undefined) throw new Error("no books");
  await takeMany(ada, start, 500);
  await takeMany(ben, start, 490);
  for (const book of [ada, ben]) await book.report({ remaining: 0, until: start + 10 * minute });
  const afterReset = start + 11 * minute;
  expect(await denialOf(ada, afterReset, 0)).toBeUndefined();
  expect(await denialOf(ben, afterReset, 0)).toBeUndefined();

  await ada.report({ remaining: 5000, until: afterReset + minute, limit: 5000 });
  await takeMany(ada, afterReset, 1100);
  expect(await denialOf(ada, afterReset + 2 * minute, 0)).toBeUndefined();
});

test("the state of a user is that of the account where the account leaves fewer requests", async () => {
  const folder = newFolder();
  const [ada, ben] = ["ada", "ben"].map((user) => accountBook(folder, user, 600));
  if (ada === undefined || ben === undefined) throw new Error("no books");
  await takeMany(ada, start, 100);
  expect((await ada.state(start)).allowance.code, "400 and 500").toBe("user_quota_exhausted");
  await takeMany(ben, start, 100);
  expect((await ada.state(start)).allowance.code, "400 and 400").toBe("user_quota_exhausted");
  await takeMany(ben, start, 1);
  expect((await ada.state(start)).allowance.code, "400 and 399").toBe("account_quota_exhausted");
  const until = start + minute;
  await ada.close({ code: "rate_limited", until, isReset: true });
  expect((await ada.state(start)).closed?.code).toBe("rate_limited");
  expect((await ben.state(start)).closed).toBeUndefined();
  await ben.report({ remaining: 450, until });
  expect((await ben.state(start)).reported?.remaining).toBe(450);
});
