/** The settings with which each client starts this server on this machine. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { realpathSync } from "node:fs";
import { version } from "../../../package.json";
import { settingsFolder } from "../../base/platform/folders.ts";
import { isNpxCopy, withNpx, type Started } from "../../base/platform/starting.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import type { Arguments } from "../terminal/command.ts";
import { variableOf } from "../terminal/flags.ts";
import { serveFlags } from "../terminal/shared-flags.ts";

/** `where` is the file to edit, or the place to run a command. */
type ClientSettings = Readonly<Record<"client" | "where" | "text", string>>;

const name = "social-analytics";

/** They repeat the flags of the command line and the environment, but no secret. */
export function clientSettings({
  flagTexts: flags,
  environment,
}: Arguments): readonly ClientSettings[] {
  const server = startedWith(argumentsOf(flags));
  const env = variablesOf(environment);
  const started = Object.keys(env).length === 0 ? server : { ...server, env };
  const file = (content: object): string => JSON.stringify(content, undefined, 2);
  const variables = Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  const command = ["claude", "mcp", "add", "--scope", "user", ...variables, name, "--"];
  const line = [...command, server.command, ...server.args].map(quoted).join(" ");
  const servers = file({ mcpServers: { [name]: started } });
  const codeServers = file({ servers: { [name]: { type: "stdio", ...started } } });
  const folder = settingsFolder(process.platform, homedir(), process.env["APPDATA"]);
  const desktopFile = join(folder, "Claude", "claude_desktop_config.json");
  return [
    { client: "Claude Desktop", where: desktopFile, text: servers },
    { client: "Claude Code", where: "in a terminal", text: line },
    { client: "VS Code", where: ".vscode/mcp.json", text: codeServers },
    { client: "Cursor", where: join(homedir(), ".cursor", "mcp.json"), text: servers },
  ];
}

/** Both paths are absolute: desktop programs have another PATH than a terminal. What npx has fetched, npx starts. */
function startedWith(args: readonly string[]): Started {
  const program = realpathSync(process.argv[1] ?? "");
  if (isNpxCopy(program))
    return withNpx(process.platform, `social-analytics-mcp@${version}`, ...args);
  return { command: process.execPath, args: [program, ...args] };
}

/** Flags whose values are paths. */
const paths = ["catalog", "log", "save-to"];

const argumentsOf = (flags: Arguments["flagTexts"]): string[] =>
  Object.entries(serveFlags).flatMap(([flag, { type }]) =>
    (flags.get(flag) ?? []).flatMap((text) =>
      type === "boolean"
        ? [`--${flag}`]
        : [`--${flag}`, paths.includes(flag) ? resolve(text) : text],
    ),
  );

/** Any other variable may hold a secret, so that only its name is printed. */
const shown = [...Object.keys(serveFlags), "cache-dir", "credential-store"].map(variableOf);

/** Hosts pass no variables on. `${…}` is the place of a value that is not printed. */
function variablesOf(environment: Environment): Record<string, string> {
  const set = Object.entries(environment).flatMap(([key, value = ""]): [string, string][] => {
    if (!key.startsWith(variableOf("")) || value === "") return [];
    const isShown = shown.includes(key) && !hasPassword(value);
    const isPath = [...paths, "cache-dir"].map(variableOf).includes(key);
    const safe = isPath ? resolve(value) : absolute(value);
    return [[key, isShown ? safe : `\${${key}}`]];
  });
  return Object.fromEntries(set);
}

const hasPassword = (value: string): boolean =>
  URL.canParse(value) && new URL(value).password !== "";

/** A host starts the server in another folder. */
const absolute = (value: string): string =>
  value.replace(/^file:(?!~)(.+)$/, (_all, path: string) => `file:${resolve(path)}`);

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
