/** A process that is killed while it stores a login leaves a file with it: the next change, logout and clean remove it. */
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";

const leftover = (file: string): string => {
  const path = `${file}.${crypto.randomUUID()}.tmp`;
  writeFileSync(path, "a login", { mode: 0o600 });
  return path;
};

test("a change removes them, also behind a link, and nothing else", async () => {
  const [folder, linked] = [temporaryFolder(), temporaryFolder()];
  const file = join(folder, "logins");
  await fileStore(file).set("work", new Secret("a-text-of-a-login"));
  symlinkSync(file, join(linked, "link"));
  const left = leftover(file);
  const neighbours = [
    join(folder, "logins.tmp"),
    join(folder, "logins.backup"),
    leftover(join(folder, "x")),
  ];
  for (const neighbour of neighbours) writeFileSync(neighbour, "");
  await fileStore(join(linked, "link")).set("work", new Secret("another-text-of-a-login"));
  expect(existsSync(left)).toBe(false);
  expect(neighbours.map((neighbour) => existsSync(neighbour))).toEqual([true, true, true]);
  expect(readdirSync(folder)).toHaveLength(4);
});

test.each([[["logout", "--all"]], [["clean"]]])(
  "%j removes them without a login",
  async (words) => {
    const user = newUser();
    const left = leftover(join(user["HOME"] ?? "", "credentials"));
    const { code } = await run(words, user);
    expect(code).toBe(0);
    expect(existsSync(left)).toBe(false);
  },
);

test.each([[["logout", "--all"]], [["clean"]]])(
  "%j makes no folder for a file of logins",
  async (words) => {
    const folder = join(temporaryFolder(), "none");
    const store = { SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${join(folder, "logins")}` };
    await run(words, { ...newUser(), ...store });
    expect(existsSync(folder)).toBe(false);
  },
);
