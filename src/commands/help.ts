/** Help texts, generated from the commands and their flags. */
import { commonFlags, type Command } from "./command.ts";
import { variableOf, type Flags } from "./flags.ts";
import { globalFlags } from "./shared-flags.ts";

const program = "social-analytics-mcp";

const environment: readonly Row[] = [
  ["SOCIAL_ANALYTICS_BASE_URL", "base URL of the API"],
  ["SOCIAL_ANALYTICS_TOKEN, SOCIAL_ANALYTICS_SECRET", "credentials: token and secret"],
  ["SOCIAL_ANALYTICS_ACCESS_TOKEN", "credentials: OAuth access token"],
  ["SOCIAL_ANALYTICS_CLIENT_SECRET", "client secret for login --oauth"],
  ["SOCIAL_ANALYTICS_CREDENTIAL_STORE", "store of logins: keychain or file:PATH"],
  ["SOCIAL_ANALYTICS_PASSPHRASE", "passphrase that encrypts the file of logins"],
  ["SOCIAL_ANALYTICS_CACHE_DIR", "folder of cached answers"],
];

export const generalHelp = (commands: readonly Command[]): string =>
  [
    `${program}: social media analytics for AI agents, over MCP`,
    section("Usage", [[`${program} [COMMAND] [FLAGS]`], [`${program} COMMAND --help`]]),
    section(
      "Commands",
      commands.map(({ name, summary }) => [name, summary]),
    ),
    section("Flags of most commands", rowsOf({ ...globalFlags, ...commonFlags })),
    variableNote,
    section("Environment", environment),
  ].join("\n\n");

export function commandHelp({ name, summary, usage = [""], flags }: Command): string {
  const forms = usage.map((form) => [program, name, form, "[FLAGS]"].filter(Boolean).join(" "));
  return [
    `${program} ${name}: ${summary}`,
    section(
      "Usage",
      forms.map((form) => [form]),
    ),
    section("Flags", rowsOf({ ...flags, ...commonFlags })),
    ...(Object.values(flags).some((flag) => flag.hasVariable === true) ? [variableNote] : []),
  ].join("\n\n");
}

const variableNote = `* An environment variable can set it too, such as ${variableOf("max-requests")} for --max-requests.
  Flags take precedence over the environment.`;

type Row = readonly [string, string?];

const rowsOf = (flags: Flags): Row[] =>
  Object.entries(flags).map(([name, { short, kind, description, hasVariable }]) => [
    `${short === undefined ? "" : `-${short}, `}--${name} ${kind?.placeholder ?? ""}`.trimEnd(),
    `${description}${hasVariable === true ? " *" : ""}`,
  ]);

function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  const lines = rows.map(([first, second = ""]) => `  ${first.padEnd(width)}  ${second}`.trimEnd());
  return [`${title}:`, ...lines].join("\n");
}
