/** The documents: replies are produced (`npm run docs`), commands are understood, links lead somewhere, diagrams are of the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parseCommandLine, readArguments, splitCommandLine } from "../../src/commands/command.ts";
import { command as serve } from "../../src/commands/serve.ts";
import { apiErrors, toolErrors } from "../../src/catalog/error-codes.ts";
import { assumptions } from "../../src/api-check/assumptions.ts";
import { apiDifferences } from "../helpers/api-differences.ts";
import { check } from "../helpers/checked.ts";
import { commandsOfProgram } from "../helpers/commands-of-program.ts";
import { connect, withoutIds } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";
import { flowDiagram, roomsDiagram } from "./diagrams.ts";

const root = join(import.meta.dirname, "../..");
const documents = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "eval/README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** `<!-- reply: TOOL JSON -->`, and below it the reply in a fence. RESULT is the result of the reply before. */
const replyBlock = /(<!-- reply: (\w+) (\{.*\}) -->\n\n```text\n)[^]*?(\n```)/g;

test.each(documents.filter((file) => textOf(file).includes("<!-- reply:")))(
  "%s shows replies as the server gives them",
  async (file) => {
    const { attempt } = await connect({ profiles: 12 });
    let page = "";
    let [at, result] = [0, ""];
    const text = textOf(file);
    for (const {
      0: block,
      1: open = "",
      2: tool = "",
      3: json = "",
      4: close = "",
      index,
    } of text.matchAll(replyBlock)) {
      const input: Record<string, unknown> = JSON.parse(json.replaceAll("RESULT", result));
      const reply = await attempt(tool, input);
      result = idOf(reply.text) || result;
      const shown = withoutIds(reply.text).replaceAll(/chart:\/\/c\w+/g, "chart://cCHARTID");
      page += text.slice(at, index) + open + shown + close;
      at = index + block.length;
    }
    await expect(page + text.slice(at)).toMatchFileSnapshot(join(root, file));
  },
);

/** The document with a table between two of its comments. */
function withTable(file: string, name: string, rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const lines = rows.toSpliced(
    1,
    0,
    widths.map((width) => "-".repeat(width)),
  );
  const table = lines.map(
    (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`,
  );
  return textOf(file).replace(
    new RegExp(`<!-- ${name} -->[^]*<!-- end -->`),
    () => `<!-- ${name} -->\n\n${table.join("\n")}\n\n<!-- end -->`,
  );
}

test("docs/check-api.md shows the assumptions as the check finds them", async () => {
  const { findings } = await check({ profiles: 40 });
  const rows = findings.map(({ id, found }) => {
    const { expected, effect } = assumptions[id];
    const tests = apiDifferences.filter(({ ids }) => ids.includes(id)).map(({ what }) => what);
    return [`\`${id}\``, expected, effect, found, tests.join("; ") || "measured"];
  });
  const head = [
    "id",
    "the server assumes",
    "a difference means",
    "found with the sandbox",
    "tests",
  ];
  const page = withTable("docs/check-api.md", "assumptions", [head, ...rows]);
  await expect(page).toMatchFileSnapshot(join(root, "docs/check-api.md"));
});

test("docs/clients.md shows every error code with the advice of the catalogue", async () => {
  const rows = Object.entries(toolErrors).map(([code, advice]) => {
    const numbers = apiErrors.filter(({ toolError }) => toolError === code).map((one) => one.code);
    const text = typeof advice === "string" ? advice : advice.forUser("social-analytics-mcp");
    return [`\`${code}\``, numbers.join(", "), text];
  });
  const head = ["code", "of the API", "advice"];
  const page = withTable("docs/clients.md", "error codes", [head, ...rows]);
  await expect(page).toMatchFileSnapshot(join(root, "docs/clients.md"));
});

/** The recipes that doctor prints too: those of the document differ in values alone. */
test("docs/clients.md has the forms of settings that doctor prints", () => {
  const blocks = [...textOf("docs/clients.md").matchAll(/```json\n([^]*?)```/g)];
  const parsed = blocks.map(([, text = ""]): object => JSON.parse(text));
  expect(parsed.map((one) => Object.keys(one).at(-1))).toEqual([
    "mcpServers",
    "mcpServers",
    "servers",
    "mcpServers",
  ]);
  for (const one of parsed) {
    const [servers = {}] = Object.values(one).slice(-1);
    expect(Object.keys(servers)).toEqual(["social-analytics"]);
    expect(servers["social-analytics"]).toMatchObject({
      command: "npx",
      args: ["-y", "social-analytics-mcp"],
      env: { SOCIAL_ANALYTICS_BASE_URL: "https://api.example.com" },
    });
  }
});

const commands = await commandsOfProgram();
const names = commands.map(({ name }) => name);

/** Lines of shell blocks that start this program. */
const linesOf = (text: string): string[] =>
  [...text.matchAll(/```(?:sh|console)\n([^]*?)```/g)]
    .flatMap(([, block = ""]) => block.split("\n"))
    .flatMap(
      (line) =>
        /(?:node dist\/cli\.js|npx -y social-analytics-mcp|^social-analytics-mcp)(.*)$/.exec(
          line,
        )?.[1] ?? [],
    );

test.each(documents.flatMap((file) => linesOf(textOf(file)).map((line) => [file, line] as const)))(
  "%s: the command%s is understood",
  (_file, line) => {
    const words = (line.match(/'[^']*'|"[^"]*"|[^\s|>&]+/g) ?? []).map((word) =>
      word.replaceAll(/^['"]|['"]$/g, ""),
    );
    const { name = "serve", rest } = splitCommandLine(words, names, serve.flags);
    const command = commands.find((one) => one.name === name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    const read = (): unknown => readArguments(command, parseCommandLine(command, rest), {});
    expect(read).not.toThrow();
  },
);

test("scripts that the documents name exist", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf("package.json"));
  const named = documents.flatMap((file) =>
    [...textOf(file).matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name),
  );
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("links of %s lead somewhere", (file) => {
  const broken = [...textOf(file).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? "")
    .filter((link) => !/^(?:https:|cursor:|charts\/)/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor);
    });
  expect(broken).toEqual([]);
});

test.each(documents)("files that %s names exist", (file) => {
  const named = [
    ...textOf(file).matchAll(
      /`((?:src|tools|prompts|test|build|docs|eval|release)\/[\w./-]*\.\w+)`/g,
    ),
  ];
  expect(
    named.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path))),
  ).toEqual([]);
});

test("the diagrams are those of the code", async () => {
  const page = [
    "# Diagrams",
    "",
    "`npm run docs` draws them from the imports of the code.",
    "",
    "## The rooms",
    "",
    "An arrow leads from a room to the rooms below it that it imports. Arrows that follow from others are left out, and so are `src/commands` and `src/cli.ts`, which import everything.",
    "",
    "```mermaid",
    roomsDiagram(),
    "```",
    "",
    "## A question about metrics",
    "",
    "The parts of `src/metrics` and what they hand on: an arrow leads from a part to those that use it.",
    "",
    "```mermaid",
    flowDiagram(),
    "```",
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot(join(root, "docs/diagrams.md"));
});
