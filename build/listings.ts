/** What directories and clients read about this server: each file of the repository that lists it, made from package.json and the prompts. */
import own from "../package.json";
import { prompts } from "../prompts/index.ts";
import { headlineMetrics } from "../src/catalog/headlines.ts";
import { promptText, type Prompt } from "../src/mcp/prompts/prompt.ts";

const repository = own.repository.url.replace(/^git\+|\.git$/g, "");

/** The name of the server in a client. */
const serverName = "social-analytics";

/** Starts the published package. */
const command = { command: "npx", args: ["-y", `${own.name}@${own.version}`] };

/** Of the registry: at most 100 characters. */
const summary =
  "Social media analytics: complete, exact, small answers that say what is missing. With a sandbox.";

const json = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;

const secret = { isSecret: true };

/** The entry of the MCP registry. */
const serverJson = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: own.mcpName,
  title: "Social analytics",
  description: summary,
  version: own.version,
  repository: { url: repository, source: "github" },
  packages: [
    {
      registryType: "npm",
      identifier: own.name,
      version: own.version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      environmentVariables: [
        {
          name: "SOCIAL_ANALYTICS_SANDBOX",
          description: "true: made-up numbers, without a login",
          format: "boolean",
          default: "false",
        },
        { name: "SOCIAL_ANALYTICS_BASE_URL", description: "base URL of the API" },
        { name: "SOCIAL_ANALYTICS_TOKEN", description: "token that support issued", ...secret },
        { name: "SOCIAL_ANALYTICS_SECRET", description: "secret of the token", ...secret },
      ],
    },
  ],
};

const author = { name: own.author };

/** The plugin of Claude Code. Its skills are the prompts. */
const plugin = {
  name: serverName,
  version: own.version,
  description: summary,
  author,
  homepage: own.homepage,
  repository,
  license: own.license,
  keywords: own.keywords,
  mcpServers: { [serverName]: command },
};

const marketplace = {
  name: own.name,
  owner: author,
  metadata: { description: summary },
  plugins: [{ name: serverName, source: "./", description: summary }],
};

export const skillName = ({ name }: Prompt): string => name.replaceAll("_", "-");

/** When an agent uses the skill of each prompt. */
const occasions: Readonly<Record<string, string>> = {
  account_health: "numbers are missing, or before a report that must be complete",
  campaign_recap: "someone asks what the posts of a campaign achieved",
  compare_networks: "someone asks which network brought most, or for an overview of all",
  compare_periods: "someone asks how a period compares with another",
  content_review: "someone asks which posts worked, and why",
  executive_summary: "someone asks for the state of all networks on one page",
  find_outliers: "someone asks for unusual days, spikes or drops",
  monthly_report: "someone asks for the report of the last month",
  report_with_charts: "someone asks for a report with pictures",
  weekly_report: "someone asks for the report of the last week",
  what_changed: "someone asks why a number rose or fell",
};

const examples: Readonly<Record<string, string>> = {
  network: "facebook",
  period: "last_month",
  label: "LABEL",
};

/** A prompt as a skill: with the values of an example, and what to replace. */
function skill(prompt: Prompt): string {
  const taken = Object.entries(prompt.arguments);
  const needed = taken.filter(([, { optional }]) => optional !== true);
  const values = Object.fromEntries(
    needed.map(([name, { values: accepted = [] }]) => {
      const usual = examples[name] ?? name;
      return [name, accepted.includes(usual) ? usual : (accepted[0] ?? usual)];
    }),
  );
  const lines = taken.map(([name, { description, optional, values: accepted }]) => {
    const given = accepted === undefined ? "" : ` One of ${accepted.join(", ")}.`;
    const example = optional === true ? " Optional." : ` In the text below: ${values[name]}.`;
    return `- \`${name}\`: ${description}${given}${example}`;
  });
  const metrics = Object.entries(headlineMetrics).map(
    ([network, names]) => `- ${network}: ${JSON.stringify(names)}`,
  );
  return [
    "---",
    `name: ${skillName(prompt)}`,
    `description: ${JSON.stringify(`${prompt.description} Use when ${occasions[prompt.name]}. Uses the tools of the MCP server ${serverName}.`)}`,
    "---",
    "",
    `# ${prompt.title}`,
    "",
    "Take these from what the user says, and ask only for what is needed and unclear:",
    "",
    ...lines,
    ...("network" in prompt.arguments
      ? ["", "For another network than facebook, name its metrics in the calls:", "", ...metrics]
      : []),
    "",
    "## Steps",
    "",
    promptText(prompt, values),
    "",
    "## With a terminal and no MCP server",
    "",
    "Run each call as `npx -y social-analytics-mcp call TOOL 'ARGUMENTS' --json`: the numbers are in the document by name, such as `total.insights_views.now`, and an error has `advice`. Write a report as a file of questions and a text with references to their numbers, and render it with `npx -y social-analytics-mcp report FILE.md --out FILE.html`: it rejects what cannot be resolved. `--help` after each command lists what it takes.",
    "",
  ].join("\n");
}

/** Starts the server with the sandbox, which needs no login. */
const tried = { ...command, args: [...command.args, "--sandbox"] };

/** Links that install the server with the sandbox in an editor. */
export const installLinks = {
  cursor: `https://cursor.com/en/install-mcp?name=${serverName}&config=${encodeURIComponent(
    Buffer.from(JSON.stringify(tried)).toString("base64"),
  )}`,
  vscode: `https://insiders.vscode.dev/redirect/mcp/install?name=${serverName}&config=${encodeURIComponent(
    JSON.stringify({ type: "stdio", ...tried }),
  )}`,
};

/** The texts of files, by their paths in the repository. */
export const listings: Readonly<Record<string, string>> = {
  "server.json": json(serverJson),
  ".claude-plugin/plugin.json": json(plugin),
  ".claude-plugin/marketplace.json": json(marketplace),
  ...Object.fromEntries(
    prompts.map((prompt) => [`skills/${skillName(prompt)}/SKILL.md`, skill(prompt)]),
  ),
};
