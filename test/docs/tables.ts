/** The parts of documents that are written from the code (`npm run readme`), by the names of their comments. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import manifest from "../../package.json";
import { installLinks, isPublished } from "../../build/listings.ts";
import { prompts } from "../../prompts/index.ts";
import { endpointOf, pathOf, type Operation } from "../../src/suite/api/endpoints.ts";
import { assumptions } from "../../src/command/api-check/assumptions.ts";
import { apiErrors, toolErrors } from "../../src/catalog/error-codes.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { postEndpointOf, type PostNetwork } from "../../src/catalog/post-endpoints.ts";
import { savingTools, tools } from "../../tools/index.ts";
import { savingIn } from "../../src/answers/exports/saving.ts";
import { apiDifferences } from "../helpers/api-differences.ts";
import { check } from "../helpers/checked.ts";
import { connect, withoutIds, type ConnectOptions } from "../helpers/connect.ts";
import { sum } from "../../eval/combine.ts";
import { Wire } from "../../eval/wire.ts";
import { users } from "../../src/sandbox/account.ts";
import { flowDiagram, roomsDiagram } from "./diagrams.ts";
import {
  applies,
  isIgnored,
  options as readOptions,
  resultKindNames,
  resultKinds,
} from "../../src/catalog/options.ts";
import { corePage } from "./core.ts";
import { filesPage } from "./files.ts";
import { roomRows, wingRows } from "./rooms.ts";

type Rows = readonly (readonly string[])[];

/** A table as the formatter writes it: columns as wide as their widest cell, unless a line then exceeds 100 characters. */
function tableOf(...rows: Rows): string {
  const [header = [], ...body] = rows;
  const widest = header.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const isWide = widest.reduce((total, width) => total + width + 3, 1) > 100;
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
  const route = endpointOf("posts", postEndpointOf(network).version);
  return `\`${route.method} ${pathOf(route, network)}\``;
}

/** By tool: the endpoint that it asks. The other tools read the catalogue and stored results. */
const endpoints: Readonly<Record<string, string>> = {
  list_profiles: endpoint("profiles"),
  get_profile_metrics: endpoint("metrics"),
  list_linkedin_posts: postsEndpoint("linkedin"),
  list_facebook_posts: postsEndpoint("facebook"),
  list_post_labels: endpoint("post_labels"),
  list_post_label_groups: endpoint("post_label_groups"),
  list_profile_labels: endpoint("profile_labels"),
  list_listening_queries: endpoint("listening_queries"),
  list_ad_accounts: endpoint("ad_accounts"),
  get_current_user: endpoint("user"),
};

const allTools = [...tools, ...savingTools(savingIn("/"))];

async function assumptionsTable(): Promise<string> {
  const { findings } = await check({ profiles: 40 });
  const rows = findings.map(({ id, observation }) => {
    const { expected, effect } = assumptions[id];
    const tests = apiDifferences.filter(({ ids }) => ids.includes(id)).map(({ what }) => what);
    return [`\`${id}\``, expected, effect, observation, tests.join("; ") || "measured"];
  });
  return tableOf(
    ["id", "the server assumes", "a difference means", "found with the sandbox", "tests"],
    ...rows,
  );
}

const errorCodes = Object.entries(toolErrors).map(([code, advice]) => {
  const numbers = apiErrors
    .filter(({ toolError }) => toolError === code)
    .map((error) => error.code);
  const text = typeof advice === "string" ? advice : advice.forUser("social-analytics-mcp");
  return [`\`${code}\``, numbers.join(", "), text];
});

const diagram = (text: string): string => ["```mermaid", text, "```"].join("\n");

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");

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

/** A week of a network that is three days late, as a hurried script and the server answer. */
async function trap(): Promise<string> {
  const world = { networks: { youtube: { lag: 3 } } };
  const { call, baseUrl, client } = await connect({ profiles: 12, isBelievable: true, world });
  const names = ["Acme US", "Acme UK", "Acme 日本", "Acme Madrid"];
  const question = { network: "youtube", metrics: ["views_change"], period: "last_7_days" };
  const compared = { ...question, profiles: names, compare_to: "previous_period", dimensions: [] };
  const { text } = await call("get_profile_metrics", compared);
  const [{ token, secret }] = users;
  const wire = new Wire(baseUrl, `${token}:${secret}`);
  const ids = (await wire.profiles("youtube")).flatMap(({ id, name }) =>
    names.includes(name) ? id : [],
  );
  const sumOf = async (start: string, end: string): Promise<number> =>
    sum(
      (await wire.cells("youtube", "views_change", ids, { start, end })).map((cell) => cell.value),
    );
  const [now, before] = [
    await sumOf("2026-11-13", "2026-11-19"),
    await sumOf("2026-11-06", "2026-11-12"),
  ];
  await client.close();
  const percent = Math.round((100 * (before - now)) / before);
  const [later, earlier, fall] = [now, before, before - now].map((number) =>
    number.toLocaleString("en"),
  );
  const [, change = ""] = /\|-([\d.]+)\n/.exec(text) ?? [];
  return [
    `A script adds up the seven days of both weeks: ${later} against ${earlier}, **a fall of ${fall} (${percent} %)**. But YouTube has delivered only four days of this week. This server compares them with the first four of the week before: **a fall of ${change} %**.`,
    "",
    ["```text", withoutIds(text), "```"].join("\n"),
  ].join("\n");
}

const buttons = [
  `[![Install in Cursor](https://cursor.com/deeplink/mcp-install-dark.svg)](${installLinks.cursor})`,
  `[![Install in VS Code](https://img.shields.io/badge/VS_Code-install-0098FF)](${installLinks.vscode})`,
  "With the sandbox. In Claude Code: `/plugin marketplace add social-analytics-mcp/social-analytics-mcp`, then `/plugin install social-analytics@social-analytics-mcp`.",
].join(" ");

const written: Readonly<Record<string, () => string | Promise<string>>> = {
  "install links": () =>
    isPublished ? buttons : "Once the package is published, Cursor and VS Code have buttons here.",
  badges: () =>
    [
      `[![CI](${repository}/actions/workflows/ci.yml/badge.svg)](${repository}/actions/workflows/ci.yml)`,
      badge("licence", manifest.license, "LICENSE"),
      badge("Node.js", manifest.engines.node, "docs/platforms.md"),
      badge("MCP", supportedRevisions, "docs/agents.md#connecting"),
    ].join(" "),
  "cost in tokens": costInTokens,
  trap,
  tools: () =>
    tableOf(
      ["tool", "endpoint", "as models read it", "toolsets"],
      ...allTools.map(({ name, description, toolsets }) => [
        `\`${name}\``,
        endpoints[name] ?? "",
        description,
        toolsets.join(", "),
      ]),
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
  wings: () => tableOf(["wing", "in it", "not in it"], ...wingRows),
  core: corePage,
  files: filesPage,
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
