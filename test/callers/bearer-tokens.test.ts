/** The file of tokens: each change of it counts from the next request on. */
import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tokenAuthentication } from "../../src/server/http/authentication.ts";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const before = new Date("2026-11-20T12:00:00Z");
const after = new Date("2026-11-20T12:00:01Z");

interface Change {
  readonly name: string;
  readonly time: Date;
  /** Writes a new file and gives it the old name, as many editors do. */
  readonly isReplaced: boolean;
}

const changes: readonly (readonly [string, Change])[] = [
  ["only its time shows", { name: "eve", time: after, isReplaced: false }],
  ["only its size shows", { name: "adam", time: before, isReplaced: false }],
  ["only the new file shows", { name: "eve", time: before, isReplaced: true }],
];

test.each(changes)(
  "a change of the file that %s is noticed",
  async (_, { name, time, isReplaced }) => {
    const path = join(temporaryFolder(), "tokens");
    const tokens = new BearerTokens(path);
    const token = (await tokens.add("ada", [], "2026-11-20")).reveal();
    utimesSync(path, before, before);
    expect((await tokens.owner(token))?.name).toBe("ada");
    const { ino, size } = statSync(path);

    const text = readFileSync(path, "utf8").replace('"ada"', JSON.stringify(name));
    const written = isReplaced ? `${path}.new` : path;
    writeFileSync(written, text, { mode: 0o600 });
    utimesSync(written, time, time);
    if (isReplaced) renameSync(written, path);

    const now = statSync(path);
    expect([now.ino !== ino, now.size !== size, now.mtimeMs !== before.getTime()]).toEqual([
      isReplaced,
      name.length !== "ada".length,
      time !== before,
    ]);
    expect((await tokens.owner(token))?.name).toBe(name);
  },
);

test("a token that is replaced is valid for ten minutes more, and the new one at once", async () => {
  const path = join(temporaryFolder(), "tokens");
  let time = Date.parse("2026-11-20T12:00:00Z");
  const now = (): number => time;
  const [serving, managing] = [new BearerTokens(path, now), new BearerTokens(path, now)];
  const first = (await managing.add("ada", ["work"], "2026-11-20")).reveal();
  expect((await serving.owner(first))?.name).toBe("ada");
  const known = await serving.owner(first);
  const second = (await managing.replace("ada", "2026-11-20")).reveal();
  for (const token of [first, second])
    expect(await serving.owner(token)).toMatchObject({ name: "ada", account: ["work"] });
  // Results and sessions stay: they belong to the caller, not to the token.
  const admit = async (token: string) =>
    tokenAuthentication(serving).admit({ header: `Bearer ${token}`, query: new URLSearchParams() });
  expect(await admit(first)).toEqual({
    caller: { id: known?.hash, name: "ada", accounts: ["work"], labels: [] },
    expires: time + 10 * 60_000,
  });
  expect(await admit(second)).toEqual({
    caller: { id: known?.hash, name: "ada", accounts: ["work"], labels: [] },
  });
  time += 10 * 60_000;
  expect(await serving.owner(first)).toBeUndefined();
  expect((await serving.list()).map(({ name }) => name)).toEqual(["ada"]);
  expect(await tokenAuthentication(serving).isAllowed({ id: known?.hash ?? "" })).toBe(true);
  const third = (await managing.replace("ada", "2026-11-20")).reveal();
  expect((await managing.list()).map(({ hash }) => hash)).toHaveLength(2);
  for (const token of [second, third]) expect((await serving.owner(token))?.name).toBe("ada");
  await expect(managing.replace("eve", "2026-11-20")).rejects.toThrow(
    "has no token named eve\nTell the user: run token list, or token add.",
  );
  expect(await managing.remove(({ name }) => name === "ada")).toBe(true);
  expect(await serving.owner(third)).toBeUndefined();
  expect(await tokenAuthentication(serving).isAllowed({ id: known?.hash ?? "" })).toBe(false);
});

test("a token is unknown as soon as it is removed, and the others stay known", async () => {
  const path = join(temporaryFolder(), "tokens");
  const [serving, managing] = [new BearerTokens(path), new BearerTokens(path)];
  const ada = (await managing.add("ada", [], "2026-11-20")).reveal();
  const ben = (await managing.add("ben", ["work"], "2026-11-20")).reveal();
  expect((await serving.owner(ada))?.name).toBe("ada");
  expect(await managing.remove(({ name }) => name === "ada")).toBe(true);
  expect(await serving.owner(ada)).toBeUndefined();
  expect(await serving.owner(ben)).toMatchObject({ name: "ben", account: ["work"] });
});
