/** The programs in examples/, run as their readers run them. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { cli, run, start, urlOf } from "../helpers/process.ts";

const examples = join(import.meta.dirname, "../../examples");
const runExample = (file: string, env: Readonly<Record<string, string>>): string =>
  execFileSync(process.execPath, [join(examples, file)], {
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
    stdio: "pipe",
  });

test("a client over HTTP asks with the token of a caller, and without one learns why it may not", async () => {
  const user = newUser();
  const auth = ["--auth", `tokens:${user["HOME"]}/callers.json`];
  const added = await run(["token", "add", "ada", ...auth], user);
  const [TOKEN = ""] = /^sam_\S+$/m.exec(added.stdout) ?? [];
  const ADDRESS = await urlOf(start(["http", "--sandbox", "--port", "0", ...auth], user));
  expect(runExample("http.mjs", { ADDRESS, TOKEN })).toMatch(/^fans_change sum\|/m);
  expect(() => runExample("http.mjs", { ADDRESS, TOKEN: "sam_another" })).toThrow(
    "The token is not valid",
  );
});

test("structured content has the change of the same profiles by its name", () => {
  // Some pages begin the next week earlier than others.
  const SERVER = `${process.execPath} ${cli} --today 2026-11-20`;
  const shown = runExample("structured.mjs", { ...newUser(), SERVER });
  expect(shown).toMatch(/^Views: \d+ \(-?\d+\.\d %\)\n/);
  expect(shown).toContain("\n10 of 108 lack days.\n");
});
