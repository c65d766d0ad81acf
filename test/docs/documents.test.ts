/** The documents: replies, tables and diagrams are written from the code (`npm run readme`), commands are understood, links lead somewhere. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  parseCommandLine,
  readArguments,
  splitCommandLine,
} from "../../src/command/terminal/command.ts";
import { command as serve } from "../../src/command/commands/serve.ts";
import { commandsOfProgram } from "../helpers/commands-of-program.ts";
import { connect, withoutIds } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";
import { partsOf, withTables, writtenParts } from "./tables.ts";

const root = join(import.meta.dirname, "../..");
const documents = [
  "README.md",
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

/** The document with the replies that the server gives to its questions, asked one after the other. */
async function withReplies(text: string): Promise<string> {
  if (!text.includes("<!-- reply:")) return text;
  const { attempt } = await connect({ profiles: 12, isBelievable: true });
  let page = "";
  let [at, result] = [0, ""];
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
  return page + text.slice(at);
}

test.each(documents)("replies, tables and diagrams of %s are those of the code", async (file) => {
  const page = await withTables(await withReplies(textOf(file)));
  await expect(page).toMatchFileSnapshot(join(root, file));
});

test("each part that the code writes is in one document", () => {
  const parts = documents.flatMap((file) => partsOf(textOf(file)));
  expect(parts.toSorted()).toEqual(writtenParts.toSorted());
});

/** The recipes that doctor prints too: those of the document differ in values alone. */
test("docs/clients.md has the forms of settings that doctor prints", () => {
  const blocks = [...textOf("docs/clients.md").matchAll(/```json\n([^]*?)```/g)];
  const parsed = blocks.map(([, text = ""]): object => JSON.parse(text));
  expect(parsed.map((settings) => Object.keys(settings).at(-1))).toEqual([
    "mcpServers",
    "mcpServers",
    "servers",
    "mcpServers",
  ]);
  for (const settings of parsed) {
    const [servers = {}] = Object.values(settings).slice(-1);
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
    // Up to a redirection, or the next command.
    const [invocation = ""] = /^(?:'[^']*'|"[^"]*"|[^'"|>&;)])*/.exec(line) ?? [];
    const words = (invocation.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
      word.replaceAll(/^['"]|['"]$/g, ""),
    );
    const { name = "serve", rest } = splitCommandLine(words, names, serve.flags);
    const command = commands.find((candidate) => candidate.name === name);
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
    ...textOf(file).matchAll(/`((?:src|tools|prompts|test|build|docs|eval)\/[\w./-]*\.\w+)`/g),
  ];
  expect(
    named.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path))),
  ).toEqual([]);
});
