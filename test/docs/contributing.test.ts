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
    before: '"bar", "stacked"',
    row: '"area", ',
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

function add(
  folder: string,
  { file, before, row }: Pick<Addition, "file" | "before" | "row">,
): void {
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
  const found = new Map<string, Set<string>>();
  for (const [, file = "", message = ""] of messages) {
    const [, text = message] = /: Property '([^']+)' is missing/.exec(message) ?? [];
    const names = additions.filter(({ name }) => text.includes(name)).map(({ section }) => section);
    found.set(file, new Set([...(found.get(file) ?? []), ...names]));
  }
  return found;
}

test("the files of each list are those that the compiler and the linter name, and no others", () => {
  const folder = copyOfSources();
  for (const addition of additions) add(folder, addition);
  const found = named(folder);
  const filesOf = ({ section, file }: Addition): string[] => [
    ...new Set([file, ...[...found.keys()].filter((path) => found.get(path)?.has(section))]),
  ];
  expect(additions.map((one) => [one.section, listed(one.section).toSorted()])).toEqual(
    additions.map((one) => [one.section, filesOf(one).toSorted()]),
  );
  // A message that names no addition is about one all the same.
  expect([...found].filter(([, sections]) => sections.size === 0)).toEqual([]);
});

/** The rows of additions that no compiler misses, and their files. */
const rows = [
  {
    file: "src/catalog/metrics/table.ts",
    before:
      '    sum("insights_media_views", { version2: "absent" }),\n    sum("insights_negative_feedback"',
    row: '    sum("insights_leads"),\n',
  },
  {
    file: "test/catalog/spec/metrics.ts",
    before: "    insights_media_views                           | sum | version 3 only\n",
    row: "    insights_leads                                 | sum\n",
  },
  {
    file: "prompts/index.ts",
    before: "import { reportWithCharts }",
    row: 'import { quietPages } from "./quiet-pages.ts";\n',
  },
  { file: "prompts/index.ts", before: "  reportWithCharts,\n", row: "  quietPages,\n" },
  {
    file: "test/helpers/prompts.ts",
    before: "  account_health: [",
    row: '  quiet_pages: [{ network: "facebook" }],\n',
  },
  {
    file: "tools/index.ts",
    before: "import { describeMetrics }",
    row: 'import { countDays } from "./count-days.ts";\n',
  },
  { file: "tools/index.ts", before: "  getCurrentUser,\n  listProfilesV2", row: "  countDays,\n" },
  { file: "test/surface.test.ts", before: "3700);", row: "200 + " },
  { file: "test/surface.test.ts", before: "4000);", row: "200 + " },
  {
    file: "src/command/commands/status.ts",
    before: "  ...jsonFlag,\n",
    row: '  brief: toggle("print only what is wrong"),\n',
  },
];

const files = {
  "prompts/quiet-pages.ts": `import { network } from "../src/server/mcp/prompts/arguments.ts";
import { callOf, costText, definePrompt } from "../src/server/mcp/prompts/prompt.ts";
import { metricsCall, withId } from "../src/server/mcp/prompts/prompt.ts";

export const quietPages = definePrompt({
  name: "quiet_pages",
  description: "Pages without values on many days.",
  occasion: "someone asks which pages are quiet",
  needs: ["reference", "metrics"],
  arguments: { network },
  write: ({ network: name }) => ({
    task: \`Find the quiet pages of \${name}. \${costText(3, 2)}.\`,
    steps: [
      \`Call \${metricsCall(name, "last_month", {})}.\`,
      \`\${withId} \${callOf("read_result", { result: "ID", view: "gaps", top: 5 })}. This is free.\`,
      "Write the pages, the quietest first.",
    ],
  }),
});
`,
  "tools/count-days.ts": `import * as z from "zod";
import { defineTool } from "../src/server/mcp/tool.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";
import { daysBetween, toDay } from "../src/base/time/days.ts";

export const countDays = defineTool({
  name: "count_days",
  title: "Count days",
  description: "Counts the days of a range. Free: no request.",
  toolsets: ["reference"],
  local: true,
  input: () =>
    z.strictObject({
      date_start: z.string().describe("First day."),
      date_end: z.string().describe("Last day."),
    }),
  async run({ dateStart, dateEnd }) {
    const days = daysBetween(toDay(dateStart), toDay(dateEnd));
    return {
      content: { subject: \`\${days} days.\` },
      csv: () => tableCsv({ columns: ["days"], rows: [[days]] }),
    };
  },
});
`,
};

test("a metric, a prompt, a tool and a flag are complete with the steps of their lists", () => {
  const folder = copyOfSources();
  for (const row of rows) add(folder, row);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const run = (command: string): void => {
    const [name = "", ...words] = command.split(" ");
    const { status, stdout } = spawnSync(name, words, { cwd: folder, encoding: "utf8" });
    const failed = stdout.split("\n").filter((line) => /×|✘|error/i.test(line));
    expect([command, status, status === 0 ? [] : failed]).toEqual([command, 0, []]);
  };
  run("npx tsc --noEmit");
  run("npx oxlint --type-aware --deny-warnings");
  run("npm run build");
  run("npx vitest run test/surface.test.ts test/commands/flags.test.ts -u");
  run("npm run listings");
  run("npm run readme");
  run(
    "npx vitest run test/catalog test/docs/documents test/surface test/commands/flags test/commands/words test/release/listings test/api/wire test/architecture test/mcp/prompts test/mcp/arguments test/sandbox",
  );
});
