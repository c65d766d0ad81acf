/** What directories and clients read about this server: each file of the repository that lists it, made from package.json and the prompts. */
import manifest from "../package.json";
import { prompts } from "../prompts/index.ts";
import { skillName, skillText } from "../src/server/mcp/prompts/skill.ts";

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/** The name of the server in a client. */
const serverName = "social-analytics";

/** Starts the published package. */
const command = { command: "npx", args: ["-y", `${manifest.name}@${manifest.version}`] };

/** Of the registry: at most 100 characters. */
const summary =
  "Social media analytics: complete, exact, small answers that say what is missing. With a sandbox.";

const json = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;

const secret = { isSecret: true };

/** The entry of the MCP registry. */
const serverJson = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: manifest.mcpName,
  title: "Social analytics",
  description: summary,
  version: manifest.version,
  repository: { url: repository, source: "github" },
  packages: [
    {
      registryType: "npm",
      identifier: manifest.name,
      version: manifest.version,
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

const author = { name: manifest.author };

/** The plugin of Claude Code. Its skills are the prompts. */
const plugin = {
  name: serverName,
  version: manifest.version,
  description: summary,
  author,
  homepage: manifest.homepage,
  repository,
  license: manifest.license,
  keywords: manifest.keywords,
  mcpServers: { [serverName]: command },
};

const marketplace = {
  name: manifest.name,
  owner: author,
  metadata: { description: summary },
  plugins: [{ name: serverName, source: "./", description: summary }],
};

/** Starts the server with the sandbox, which needs no login. */
const tried = { ...command, args: [...command.args, "--sandbox"] };

/** Links that install the server with the sandbox in an editor. */
/** Whether the package is on npm: docs/clients.md has its buttons then. */
export const isPublished: boolean = false;

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
    prompts.map((prompt) => [`skills/${skillName(prompt)}/SKILL.md`, skillText(prompt)]),
  ),
};
