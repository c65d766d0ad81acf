/** CONTRIBUTING names the files that an addition needs: the compiler and the linter name the same ones. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";

interface Addition {
  /** The title of its section. */
  readonly section: string;
  /** Its name, which messages about it contain. */
  readonly name: string;
  readonly file: string;
  /** The row is written before this text. */
  readonly before: string;
  readonly row: string;
}

const additions: readonly Addition[] = [
  {
    section: "Add a kind",
    name: "pulse",
    file: "src/catalog/kinds.ts",
    before: "  ratio: {\n",
    row: '  pulse: { ...count, word: "pulse", meaning: "a beat", overDays: "sum" },\n',
  },
  {
    section: "Add a grain of time",
    name: "date.half",
    file: "src/catalog/grains.ts",
    before: "  year: {\n",
    row: '  half: {\n    length: { months: 6, nameOf: (year, number) => `${year}-H${number}` },\n    hasApiDimension: false,\n    plural: "half-years",\n  },\n',
  },
  {
    section: "Add a kind of chart",
    name: "area",
    file: "src/answers/replies/chart.ts",
    before: "  bar: {",
    row: '  area: { title: "Area chart", marks: "line", isStacked: false },\n',
  },
  {
    section: "Add a network",
    name: "mastodon",
    file: "src/catalog/networks.ts",
    before: '"tiktok"] as const',
    row: '"mastodon", ',
  },
  {
    section: "Add an endpoint",
    name: "campaigns",
    file: "src/suite/api/endpoints.ts",
    before: "  ad_accounts: [",
    row: '  campaigns: [get(3, "/3/campaigns")],\n',
  },
  {
    section: "Add a credential store",
    name: "vault",
    file: "src/suite/credentials/choose-store.ts",
    before: 'redis: "redis"',
    row: 'vault: "vault", ',
  },
  {
    section: "Add an event of the log",
    name: "cache cleared",
    file: "src/base/log/log.ts",
    before: "  protocol: at<",
    row: '  "cache cleared": at<Problem>("info"),\n',
  },
];

/** The files in the numbered list of a section. */
function listed(section: string): string[] {
  const [, text = ""] = readFileSync("docs/CONTRIBUTING.md", "utf8").split(`## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  const steps = own.split("\n").filter((line) => /^\d\. /.test(line));
  return steps.flatMap((step) => [...step.matchAll(/`([^`]+\.ts)`/g)].map(([, path = ""]) => path));
}

/** A copy of the sources with all additions. */
function copyWithAdditions(): string {
  const folder = temporaryFolder();
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files.split("\n").filter((name) => name !== "" && existsSync(name)))
    cpSync(file, join(folder, file));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  for (const { file, before, row } of additions) {
    const text = readFileSync(join(folder, file), "utf8");
    expect([file, text.split(before).length]).toEqual([file, 2]);
    writeFileSync(join(folder, file), text.replace(before, row + before));
  }
  return folder;
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
  const found = new Map<string, Set<string>>();
  for (const [, file = "", message = ""] of messages) {
    const [, text = message] = /: Property '([^']+)' is missing/.exec(message) ?? [];
    const names = additions.filter(({ name }) => text.includes(name)).map(({ section }) => section);
    found.set(file, new Set([...(found.get(file) ?? []), ...names]));
  }
  return found;
}

test("the files of each list are those that the compiler and the linter name, and no others", () => {
  const found = named(copyWithAdditions());
  const filesOf = ({ section, file }: Addition): string[] => [
    ...new Set([file, ...[...found.keys()].filter((path) => found.get(path)?.has(section))]),
  ];
  expect(additions.map((one) => [one.section, listed(one.section).toSorted()])).toEqual(
    additions.map((one) => [one.section, filesOf(one).toSorted()]),
  );
  // A message that names no addition is about one all the same.
  expect([...found].filter(([, sections]) => sections.size === 0)).toEqual([]);
});
