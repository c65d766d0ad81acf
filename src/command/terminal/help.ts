/** Help texts, generated from the commands and their flags. */
import { commonFlags, type Command } from "./command.ts";
import { variableOf, type Flags } from "./flags.ts";
import { globalFlags } from "./shared-flags.ts";
import { fitted, widthOf, wrapped } from "./wrap.ts";

export const program = "social-analytics-mcp";

const environment: readonly Row[] = [
  ["SOCIAL_ANALYTICS_BASE_URL", "base URL of the API"],
  ["SOCIAL_ANALYTICS_TOKEN, SOCIAL_ANALYTICS_SECRET", "credentials: token and secret"],
  ["SOCIAL_ANALYTICS_ACCESS_TOKEN", "credentials: OAuth access token"],
  ["SOCIAL_ANALYTICS_CLIENT_SECRET", "client secret for login --oauth"],
  ["SOCIAL_ANALYTICS_CREDENTIAL_STORE", "store of logins: keychain, file:PATH, redis or none"],
  ["SOCIAL_ANALYTICS_PASSPHRASE", "passphrase that encrypts the file of logins"],
  ["SOCIAL_ANALYTICS_…_FILE", "a file that has the token, secret or passphrase instead"],
  ["SOCIAL_ANALYTICS_CACHE_DIR", "folder of cached answers"],
];

export function generalHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): Row => [name, summary]);
  return [
    fitted(`${program}: social media analytics for AI agents, over MCP`),
    section("Usage", [[`${program} [COMMAND] [FLAGS]`], [`${program} COMMAND --help`]]),
    section("Commands", rows),
    section("Flags of most commands", rowsOf({ ...globalFlags, ...commonFlags })),
    variableNote("max-requests"),
    fitted(
      "The flags of --sandbox, such as --profiles, are in the help of each command that takes it.",
    ),
    section("Environment", environment),
  ].join("\n\n");
}

export function commandHelp({ name, summary, usage = [""], examples, flags }: Command): string {
  const forms = usage.map((form): Row => [`${program} ${`${name} ${form}`.trim()} [FLAGS]`]);
  const marked = Object.keys(flags).find((flag) => flags[flag]?.hasVariable === true);
  return [
    fitted(`${program} ${name}: ${summary}`),
    section("Usage", forms),
    section(
      "Examples",
      examples.map((words): Row => [`${program} ${name} ${words}`.trim()]),
    ),
    ...flagSections({ ...flags, ...commonFlags }),
    ...(marked === undefined ? [] : [variableNote(marked)]),
  ].join("\n\n");
}

function flagSections(flags: Flags): string[] {
  const titled = Object.entries(flags).map(
    ([name, flag]) => [flag.section ?? "Flags", name, flag] as const,
  );
  return [...new Set(titled.map(([title]) => title))].map((title) => {
    const group = titled.filter(([sectionTitle]) => sectionTitle === title);
    return section(title, rowsOf(Object.fromEntries(group.map(([, name, flag]) => [name, flag]))));
  });
}

const variableNote = (flag: string): string =>
  fitted(
    `* An environment variable can set it too, such as ${variableOf(flag)} for --${flag}.\n  Flags take precedence over the environment.`,
  );

export type Row = readonly [string, string?];

const rowsOf = (flags: Flags): Row[] =>
  Object.entries(flags).map(([name, { short, kind, description, hasVariable }]) => [
    `${short === undefined ? "" : `-${short}, `}--${name} ${kind?.placeholder ?? ""}`.trimEnd(),
    `${description}${hasVariable === true ? " *" : ""}`,
  ]);

const leastRoom = 24;

export function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 4;
  const columns = widthOf(process.stdout);
  // If the first column leaves little room, the second column goes on the lines below.
  const isBelow = columns - width < leastRoom;
  const indent = isBelow ? 6 : width;
  const lines = rows.flatMap(([first, second = ""]) => {
    const parts = second === "" ? [] : wrapped(second, columns - indent);
    const [beside = "", ...rest] = isBelow ? ["", ...parts] : parts;
    const begun = `  ${first}`.padEnd(indent) + beside;
    return [begun.trimEnd(), ...rest.map((part) => " ".repeat(indent) + part)];
  });
  return [`${title}:`, ...lines].join("\n");
}
