/** The files of callers: subjects of identity providers, and bearer tokens. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import {
  MappedCallers,
  subjectKey,
  type Subject,
} from "../../src/server/callers/mapped-callers.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const newPath = (): string => join(temporaryFolder(), "callers");
const today = "2026-11-20";

const ada: Subject = { issuer: "https://id.example.com", claim: "sub", value: "ada" };
const ben: Subject = { ...ada, value: "ben" };
const isOf =
  (subject: Subject) =>
  (candidate: Subject): boolean =>
    subjectKey(candidate) === subjectKey(subject);

test("a subject is mapped to the server's login, to one login, or to several", async () => {
  const callers = new MappedCallers(newPath());
  expect(await callers.list()).toEqual([]);
  expect(await callers.map(ada, [], today)).toBe(false);
  expect(await callers.map(ben, ["work"], today)).toBe(false);
  expect(await callers.list()).toEqual([
    { ...ada, account: [], labels: [], since: today },
    { ...ben, account: ["work"], labels: [], since: today },
  ]);
  expect(await callers.map(ada, ["work", "home"], today), "it was mapped before").toBe(true);
  const caller = await callers.find(subjectKey(ada));
  expect(caller?.account).toEqual(["work", "home"]);
  expect((await callers.find(subjectKey(ben)))?.account).toEqual(["work"]);
  expect(await callers.list()).toHaveLength(2);
});

test("a subject is removed alone, and only once", async () => {
  const callers = new MappedCallers(newPath());
  await callers.map(ada, [], today);
  await callers.map(ben, [], today);
  expect(await callers.remove(isOf(ada))).toBe(true);
  expect(await callers.remove(isOf(ada))).toBe(false);
  expect(await callers.list()).toEqual([{ ...ben, account: [], labels: [], since: today }]);
  expect(await callers.find(subjectKey(ada))).toBeUndefined();
});

test("two spellings of an issuer are one; other claims and issuers are other subjects", () => {
  expect(subjectKey({ ...ada, issuer: "https://id.example.com/" })).toBe(subjectKey(ada));
  const subjects = [
    { ...ada, claim: "email" },
    { ...ada, issuer: "https://id.example.com/x" },
    ben,
  ];
  expect(new Set([ada, ...subjects].map(subjectKey)).size).toBe(4);
});

test("a removal of nothing does not write the file", async () => {
  const path = newPath();
  const callers = new MappedCallers(path);
  await callers.map(ada, [], today);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", " "), { mode: 0o600 });
  const text = readFileSync(path, "utf8");
  expect(await callers.remove(isOf(ben))).toBe(false);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("damaged and missing files are errors that name the file", async () => {
  const path = newPath();
  await expect(new MappedCallers(path).find("x")).rejects.toThrow(
    `invalid_input: the file of callers ${path} cannot be read\nTell the user: make it readable for this user.`,
  );
  writeFileSync(path, '{"tokens":[]}', { mode: 0o600 });
  await expect(new MappedCallers(path).list()).rejects.toThrow(
    `invalid_input: the file of callers ${path} is damaged, or holds no callers\nTell the user: name another file.`,
  );
  expect(await new BearerTokens(path).list()).toEqual([]);
  writeFileSync(path, '{"callers":[]}', { mode: 0o600 });
  await expect(new BearerTokens(path).list()).rejects.toThrow(
    `invalid_input: the file of tokens ${path} is damaged, or holds no tokens\nTell the user: name another file.`,
  );
});

test("the name of a token is given once", async () => {
  const path = newPath();
  const tokens = new BearerTokens(path);
  await tokens.add("ada", [], today);
  await tokens.add("ben", ["work", "home"], today);
  await expect(tokens.add("ada", [], today)).rejects.toThrow(
    `invalid_input: the file of tokens ${path} already has a token named ada\nTell the user: remove it first, or choose another name.`,
  );
  const listed = await tokens.list();
  expect(listed.map(({ name, account }) => [name, account])).toEqual([
    ["ada", []],
    ["ben", ["work", "home"]],
  ]);
  expect(await tokens.remove(({ name }) => name === "cleo")).toBe(false);
});
