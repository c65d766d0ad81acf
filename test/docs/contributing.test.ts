/** CONTRIBUTING names the files that an addition needs: the compiler and the linter name the same ones. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { additions, newFiles, rows, type Addition, type Row } from "./additions.ts";

/** The files in the numbered list of a section. */
function listed(section: string): string[] {
  const [, text = ""] = readFileSync("docs/CONTRIBUTING.md", "utf8").split(`## ${section}\n`);
  const [body = ""] = text.split("\n## ");
  const steps = body.split("\n").filter((line) => /^\d\. /.test(line));
  return steps.flatMap((step) => [...step.matchAll(/`([^`]+\.ts)`/g)].map(([, path = ""]) => path));
}

/** A copy of the sources. */
function copyOfSources(): string {
  const folder = temporaryFolder();
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files.split("\n").filter((name) => name !== "" && existsSync(name)))
    cpSync(file, join(folder, file));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

function add(folder: string, { file, before, row }: Row): void {
  const text = readFileSync(join(folder, file), "utf8");
  expect([file, text.split(before).length]).toEqual([file, 2]);
  writeFileSync(join(folder, file), text.replace(before, row + before));
}

/** Files with the additions that a message about them names. */
function named(folder: string): Map<string, Set<string>> {
  const run = (command: string, args: readonly string[]): string =>
    spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 1e8 }).stdout;
  const messages = [
    ...run("npx", ["tsc", "--noEmit", "--pretty", "false"]).matchAll(
      /^(\S+?)\(\d+,\d+\): error (.*(?:\n .*)*)/gm,
    ),
    ...run("npx", ["oxlint", "--type-aware", "--format", "unix"]).matchAll(
      /^(\S+?):\d+:\d+: (.*)/gm,
    ),
  ];
  const sectionsByFile = new Map<string, Set<string>>();
  for (const [, file = "", message = ""] of messages) {
    const [, text = message] = /: Property '([^']+)' is missing/.exec(message) ?? [];
    const names = additions.filter(({ name }) => text.includes(name)).map(({ section }) => section);
    sectionsByFile.set(file, new Set([...(sectionsByFile.get(file) ?? []), ...names]));
  }
  return sectionsByFile;
}

test("the files of each list are those that the compiler and the linter name, and no others", () => {
  const folder = copyOfSources();
  for (const addition of additions) add(folder, addition);
  const sectionsByFile = named(folder);
  const filesOf = ({ section, file }: Addition): string[] => [
    ...new Set([
      file,
      ...[...sectionsByFile.keys()].filter((path) => sectionsByFile.get(path)?.has(section)),
    ]),
  ];
  expect(
    additions.map((addition) => [addition.section, listed(addition.section).toSorted()]),
  ).toEqual(additions.map((addition) => [addition.section, filesOf(addition).toSorted()]));
  // A message that names no addition is about one all the same.
  expect([...sectionsByFile].filter(([, sections]) => sections.size === 0)).toEqual([]);
});

test("a network, a metric, a kind of chart, a prompt, a tool and a flag are complete with the steps of their lists", () => {
  const folder = copyOfSources();
  for (const row of rows) add(folder, row);
  for (const [path, text] of Object.entries(newFiles)) writeFileSync(join(folder, path), text);
  // As `npm test` runs, without the browsers and the repetitions of this run.
  const env = { ...process.env, CI: undefined, FULL: undefined };
  const run = (command: string): void => {
    const [name = "", ...words] = command.split(" ");
    const { status, stdout } = spawnSync(name, words, { cwd: folder, encoding: "utf8", env });
    const failed = stdout.split("\n").filter((line) => /×|✘|FAIL|error/i.test(line));
    expect([command, status, status === 0 ? [] : failed]).toEqual([command, 0, []]);
  };
  run("npx tsc --noEmit");
  run("npx oxlint --type-aware --deny-warnings");
  run("npm run build");
  run("npx vitest run test/surface.test.ts test/commands/flags.test.ts -u");
  run("npm run listings");
  run("npm run readme");
  run(
    "npx vitest run test/charts/gallery.test.ts test/mcp/every-part.test.ts test/mcp/skills.test.ts test/mcp/stdio.test.ts test/eval/eval.test.ts",
  );
  run("npx vitest run");
});
