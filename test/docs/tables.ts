/** The parts of documents that are written from the code (`npm run readme`), by the names of their comments. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import own from "../../package.json";
import { installLinks } from "../../build/listings.ts";
import { prompts } from "../../prompts/index.ts";
import { endpointOf, pathOf, type Operation } from "../../src/api/endpoints.ts";
import { assumptions } from "../../src/api-check/assumptions.ts";
import { apiErrors, toolErrors } from "../../src/catalog/error-codes.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { postEndpointOf, type PostNetwork } from "../../src/catalog/post-endpoints.ts";
import { savingTools, tools } from "../../tools/index.ts";
import { savingIn } from "../../src/exports/saving.ts";
import { apiDifferences } from "../helpers/api-differences.ts";
import { check } from "../helpers/checked.ts";
import { connect, type ConnectOptions } from "../helpers/connect.ts";
import { flowDiagram, roomsDiagram } from "./diagrams.ts";
import {
  applies,
  isIgnored,
  options as readOptions,
  resultKindNames,
  resultKinds,
} from "../../src/catalog/options.ts";
import { roomRows } from "./rooms.ts";

type Rows = readonly (readonly string[])[];

/** A table as the formatter writes it: columns as wide as their widest cell, unless a line then exceeds 100 characters. */
function tableOf(...rows: Rows): string {
  const [header = [], ...body] = rows;
  const widest = header.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const isWide = widest.reduce((sum, width) => sum + width + 3, 1) > 100;
  const widths = widest.map((width) => (isWide ? 3 : width));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(isWide ? 0 : (widths[at] ?? 0))).join(" | ")} |`;
  const dashes = line(widths.map((width) => "-".repeat(width)));
  return [line(header), dashes, ...body.map(line)].join("\n");
}

const endpoint = (operation: Operation): string => {
  const { method, path } = endpointOf(operation, 3);
  return `\`${method} ${path}\``;
};

function postsEndpoint(network: PostNetwork): string {
  const one = endpointOf("posts", postEndpointOf(network).version);
  return `\`${one.method} ${pathOf(one, network)}\``;
}

/** By tool: the endpoint that it asks, and what the README says of it. Tools of version 2 have no row. */
export const inBrief: Readonly<Record<string, readonly [endpoint: string, words: string]>> = {
  list_profiles: [endpoint("profiles"), "profiles: ids, names, time zones, labels"],
  describe_metrics: ["", "metrics: names, kinds, breakdowns, breaks in series"],
  get_profile_metrics: [
    endpoint("metrics"),
    "metrics by profile, time, label or breakdown; comparisons",
  ],
  read_result: ["", "a piece of an earlier result, exact"],
  chart_result: ["", "a chart of a result: sparklines and a picture"],
  list_linkedin_posts: [postsEndpoint("linkedin"), "LinkedIn posts with values, texts and totals"],
  list_facebook_posts: [postsEndpoint("facebook"), "Facebook posts with values, texts and totals"],
  list_post_labels: [endpoint("post_labels"), "content labels of posts and campaigns"],
  list_post_label_groups: [endpoint("post_label_groups"), "groups of content labels"],
  list_profile_labels: [
    endpoint("profile_labels"),
    "profile labels and how many profiles have them",
  ],
  list_listening_queries: [
    endpoint("listening_queries"),
    "listening queries and whether they collect mentions",
  ],
  list_ad_accounts: [endpoint("ad_accounts"), "ad accounts available in a range of days"],
  get_current_user: [endpoint("user"), "the user whose credentials the server uses"],
  save_result: ["", "a result or chart, as a file or a link"],
  save_report: ["", "a report whose numbers are references, likewise"],
};

const allTools = [...tools, ...savingTools(savingIn("/"))];

async function assumptionsTable(): Promise<string> {
  const { findings } = await check({ profiles: 40 });
  const rows = findings.map(({ id, found }) => {
    const { expected, effect } = assumptions[id];
    const tests = apiDifferences.filter(({ ids }) => ids.includes(id)).map(({ what }) => what);
    return [`\`${id}\``, expected, effect, found, tests.join("; ") || "measured"];
  });
  return tableOf(
    ["id", "the server assumes", "a difference means", "found with the sandbox", "tests"],
    ...rows,
  );
}

const errorCodes = Object.entries(toolErrors).map(([code, advice]) => {
  const numbers = apiErrors.filter(({ toolError }) => toolError === code).map((one) => one.code);
  const text = typeof advice === "string" ? advice : advice.forUser("social-analytics-mcp");
  return [`\`${code}\``, numbers.join(", "), text];
});

const diagram = (text: string): string => ["```mermaid", text, "```"].join("\n");

const repository = own.repository.url.replace(/^git\+|\.git$/g, "");

/** The revisions of the protocol that are served: the first and the last. */
const supportedRevisions = "2024-11-05 to 2026-07-28";

const badge = (label: string, text: string, link: string): string => {
  const words = [label, text].map((word) => encodeURIComponent(word.replaceAll("-", "--")));
  return `[![${label}: ${text}](https://img.shields.io/badge/${words.join("-")}-blue)](${link})`;
};

async function costInTokens(): Promise<string> {
  const costOf = async (options: ConnectOptions): Promise<string> => {
    const { tools: listed } = await (await connect(options)).client.listTools();
    return countTokens(JSON.stringify(listed)).toLocaleString("en");
  };
  const [usual, saving] = [await costOf({}), await costOf({ saveTo: "/" })];
  const budget = ourLimits.maxAnswerTokens.toLocaleString("en");
  return `- **Tokens** (o200k_base): the list of tools costs a model ${usual}, with \`--save-to\` and over HTTP ${saving} (the command \`tools\` estimates); a reply costs at most ${budget} (\`--max-answer-tokens\`).`;
}

/** A program of `examples/`, which a test runs. */
const example = (file: string): string => {
  const text = readFileSync(join(import.meta.dirname, "../../examples", file), "utf8");
  return ["```js", text.trimEnd(), "```"].join("\n");
};

const written: Readonly<Record<string, () => string | Promise<string>>> = {
  "install links": () =>
    [
      `[![Install in Cursor](https://cursor.com/deeplink/mcp-install-dark.svg)](${installLinks.cursor})`,
      `[![Install in VS Code](https://img.shields.io/badge/VS_Code-install-0098FF)](${installLinks.vscode})`,
      "With the sandbox. In Claude Code: `/plugin marketplace add social-analytics-mcp/social-analytics-mcp`, then `/plugin install social-analytics@social-analytics-mcp`.",
    ].join(" "),
  badges: () =>
    [
      `[![CI](${repository}/actions/workflows/ci.yml/badge.svg)](${repository}/actions/workflows/ci.yml)`,
      badge("licence", own.license, "LICENSE"),
      badge("Node.js", own.engines.node, "docs/platforms.md"),
      badge("MCP", supportedRevisions, "docs/agents.md#connecting"),
    ].join(" "),
  "cost in tokens": costInTokens,
  "tools in brief": () =>
    tableOf(
      ["tool", "endpoint", "returns"],
      ...Object.entries(inBrief).map(([name, row]) => [`\`${name}\``, ...row]),
    ),
  tools: () =>
    tableOf(
      ["tool", "as models read it", "toolsets"],
      ...allTools.map((one) => [`\`${one.name}\``, one.description, one.toolsets.join(", ")]),
    ),
  prompts: () =>
    tableOf(
      ["prompt", "asks for"],
      ...prompts.map(({ name, description }) => [`\`${name}\``, description]),
    ),
  assumptions: assumptionsTable,
  "a client over HTTP": () => example("http.mjs"),
  "structured content": () => example("structured.mjs"),
  "an agent of LangChain": () => example("langchain/agent.mjs"),
  "error codes": () => tableOf(["code", "of the API", "advice"], ...errorCodes),
  options: () =>
    tableOf(
      ["argument", ...resultKindNames.map((kind) => resultKinds[kind].what)],
      ...readOptions.map((option) => [
        `\`${option.replace(" ", ": ")}\``,
        ...resultKindNames.map((kind) =>
          applies(option, kind) && !isIgnored(option, kind) ? "yes" : "",
        ),
      ]),
    ),
  rooms: () => tableOf(["wing", "room", "what", "may import"], ...roomRows),
  "diagram of rooms": () => diagram(roomsDiagram()),
  "diagram of a question": () => diagram(flowDiagram()),
};

export const writtenParts = Object.keys(written);

/** The names of the parts of a page that are written. */
export const partsOf = (page: string): string[] =>
  [...page.matchAll(/<!-- written: (.+) -->/g)].map(([, name = ""]) => name);

/** The document with its written parts as the code has them. @throws on a part that the code does not know. */
export async function withTables(page: string): Promise<string> {
  const texts = new Map<string, string>();
  for (const name of partsOf(page)) {
    const write = written[name];
    if (write === undefined) throw new Error(`nothing writes ${name}`);
    texts.set(name, await write());
  }
  return page.replaceAll(
    /(<!-- written: (.+) -->\n)[^]*?(<!-- end -->)/g,
    (_, open: string, name: string, close: string) => `${open}\n${texts.get(name)}\n\n${close}`,
  );
}
