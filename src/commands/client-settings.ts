/** How each client is told to start this server, with this machine's paths. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { realpathSync } from "node:fs";
import { defaultToolsets } from "../mcp/tool.ts";
import type { Options } from "./options.ts";

export interface ClientSettings {
  readonly client: string;
  /** The file to edit, or that a command is to be run. */
  readonly where: string;
  readonly text: string;
}

const name = "social-analytics";

export function clientSettings(options: Options): readonly ClientSettings[] {
  // Desktop programs have another PATH than a terminal: both paths are whole.
  const server = { command: process.execPath, args: [programOf(), ...argumentsOf(options)] };
  const env = environmentOf(options);
  const started = Object.keys(env).length === 0 ? server : { ...server, env };
  const file = (content: object): string => JSON.stringify(content, undefined, 2);
  const variables = Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  const command = ["claude", "mcp", "add", "--scope", "user", ...variables, name, "--"];
  return [
    {
      client: "Claude Desktop",
      where: claudeDesktopFile(),
      text: file({ mcpServers: { [name]: started } }),
    },
    {
      client: "Claude Code",
      where: "in a terminal",
      text: [...command, server.command, ...server.args].map(quoted).join(" "),
    },
    {
      client: "VS Code",
      where: ".vscode/mcp.json",
      text: file({ servers: { [name]: { type: "stdio", ...started } } }),
    },
    {
      client: "Cursor",
      where: join(homedir(), ".cursor", "mcp.json"),
      text: file({ mcpServers: { [name]: started } }),
    },
  ];
}

const programOf = (): string => realpathSync(process.argv[1] ?? "");

const argumentsOf = ({ account, useSandbox, baseUrl, toolsets }: Options): string[] => [
  ...(useSandbox ? ["--sandbox"] : []),
  ...(account === undefined ? [] : ["--account", account]),
  ...(baseUrl === undefined ? [] : ["--base-url", baseUrl]),
  ...(toolsets === defaultToolsets ? [] : ["--toolsets", toolsets.join(",")]),
];

/** What may be printed. Of everything else only the name is, for it may be a secret. */
const shown = [
  "ACCOUNT",
  "BASE_URL",
  "CACHE_DIR",
  "CREDENTIAL_STORE",
  "DEADLINE",
  "LOG_LEVEL",
  "MAX_ANSWER_TOKENS",
  "MAX_REQUESTS",
  "SANDBOX",
  "SETTLED_AFTER",
  "STRUCTURED",
  "TOOLSETS",
];

/** What is set for this process, for a host sets nothing: `${…}` stands for what is not printed. */
function environmentOf({ environment }: Options): Record<string, string> {
  const prefix = "SOCIAL_ANALYTICS_";
  const set = Object.entries(environment).flatMap(([key, value = ""]): [string, string][] => {
    if (!key.startsWith(prefix) || value === "") return [];
    const isShown = shown.includes(key.slice(prefix.length)) && !hasPassword(value);
    return [[key, isShown ? whole(value) : `\${${key}}`]];
  });
  return Object.fromEntries(set);
}

const hasPassword = (value: string): boolean =>
  URL.canParse(value) && new URL(value).password !== "";

/** A host starts the server in another folder. */
const whole = (value: string): string =>
  value.replace(/^file:(?!~)(.+)$/, (_all, path: string) => `file:${resolve(path)}`);

function claudeDesktopFile(): string {
  const file = ["Claude", "claude_desktop_config.json"];
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library", "Application Support", ...file);
    case "win32":
      return join(process.env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"), ...file);
    default:
      return join(homedir(), ".config", ...file);
  }
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
