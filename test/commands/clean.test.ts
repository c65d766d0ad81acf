/** `clean` deletes what the program has stored, follows no link, and touches no file of anyone else. */
import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { run, runCall } from "../helpers/program.ts";

test.each([
  ["a symbolic link", ".cache", (path: string) => symlinkSync(temporaryFolder(), path)],
  ["a symbolic link", ".local/state", (path: string) => symlinkSync(temporaryFolder(), path)],
  ["a file", ".cache", (path: string) => writeFileSync(path, "")],
  ["a file", ".local/state", (path: string) => writeFileSync(path, "")],
])(
  "clean refuses %s in place of a folder in %s, and deletes nothing",
  async (kind, part, plant) => {
    const user = newUser();
    const parent = join(user["HOME"] ?? "", part);
    const path = join(parent, "social-analytics-mcp");
    mkdirSync(parent, { recursive: true });
    plant(path);
    const { stdout, stderr, code } = await run(["clean"], user);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toBe(
      `invalid_input: ${path} is ${kind}, not a folder\nRemove it, then run clean again.\n`,
    );
    expect(lstatSync(path).isDirectory()).toBe(false);
  },
);

test("clean has nothing to delete where a file is in place of a parent folder", async () => {
  const user = newUser();
  mkdirSync(join(user["HOME"] ?? "", ".local"));
  writeFileSync(join(user["HOME"] ?? "", ".local/state"), "");
  expect((await run(["clean"], user)).stdout).toMatch(/^Deleted: 0 files/);
});

test("clean deletes what the program has stored, and no file of anyone else", async () => {
  const user = newUser();
  const folder = join(user["HOME"] ?? "", "chosen");
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, "mine.txt"), "mine");
  const env = { ...user, SOCIAL_ANALYTICS_CACHE_DIR: folder };
  const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };
  await runCall(["get_profile_metrics", JSON.stringify(question), "--sandbox"], env);
  const { stdout } = await run(["clean"], env);
  expect(stdout).toMatch(/^Deleted: [1-9]\d* files? of cached answers/);
  expect(stdout).toContain(`${folder} contains other files and stays.`);
  expect(existsSync(join(folder, "mine.txt"))).toBe(true);
  expect((await run(["clean"], env)).stdout).toMatch(/^Deleted: 0 files/);
  expect(existsSync(join(user["HOME"] ?? "", ".local/state/social-analytics-mcp"))).toBe(false);
});
