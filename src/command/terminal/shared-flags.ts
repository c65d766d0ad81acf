/** Groups of flags that several commands take, each with the reader of its settings. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { errorCodeOf } from "../../base/errors/tool-error.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import { checkAccount, defaultAccount } from "../../suite/credentials/store.ts";
import { levels, type Level, type Log } from "../../base/log/log.ts";
import { defaultToolsets, toolsets } from "../../server/mcp/tool.ts";
import type { Settings } from "../../answers/replies/services.ts";
import type { ServeOptions } from "../../sandbox/http.ts";
import type { Arguments } from "./command.ts";
import { oneOf, optional, repeatable, text, toggle, UsageError, variableOf } from "./flags.ts";
import { embeddedSandboxFlags, readSandbox, sandboxFlags } from "./sandbox-flags.ts";
import { integer, kindOf, withDefault, withVariables, type Flag, type Values } from "./flags.ts";
import type { Sharing } from "../../suite/connection/connection.ts";

const { sandbox, account: login } = withVariables({
  sandbox: toggle("use the embedded sandbox, which needs no credentials"),
  account: optional(text("NAME"), `name of the stored login (default "${defaultAccount}")`),
});

/** One login of those that the environment may name. */
const oneAccount: typeof login = {
  ...login,
  read(texts, source) {
    const name = login.read(texts, source);
    if (name?.includes(",") !== true) return name;
    throw new UsageError(`${source} names several logins: choose one with --account NAME`);
  },
};

export const loginFlags = {
  "base-url": optional(text("URL"), "base URL of the API"),
  account: oneAccount,
};

export const connectionFlags = { sandbox, ...loginFlags, ...embeddedSandboxFlags };

export interface ConnectionSettings {
  readonly environment: Environment;
  readonly useSandbox: boolean;
  readonly baseUrl: string | undefined;
  /** Undefined where no stored login is named: credentials of the environment take precedence then. */
  readonly account: string | undefined;
  readonly sandbox: ServeOptions;
  /** The state that connections share with other processes; files of this machine (default). */
  readonly sharing?: Sharing | undefined;
}

export function readConnection(input: Arguments<typeof connectionFlags>): ConnectionSettings {
  const { values, flagTexts, environment } = input;
  const loginFlag = Object.keys(loginFlags).find((name) => flagTexts.has(name));
  if (flagTexts.has("sandbox") && loginFlag !== undefined)
    throw new UsageError(`--sandbox and --${loginFlag} exclude each other`);
  const useSandbox = values.sandbox && loginFlag === undefined;
  const unused = Object.keys(sandboxFlags).find((name) => flagTexts.has(name));
  if (unused !== undefined && !useSandbox) throw new UsageError(`--${unused} needs --sandbox`);
  const { "base-url": baseUrl, account } = values;
  return { environment, useSandbox, baseUrl, account, sandbox: readSandbox(values) };
}

type Account = Arguments<Pick<typeof loginFlags, "account">>;

/** The login to store or delete. @throws UsageError where the environment selects the sandbox, which has none. */
export function readAccount({ values, flagTexts, environment }: Account): string {
  const variable = variableOf("sandbox");
  const isSandbox = sandbox.read([environment[variable] ?? ""], variable);
  const isNamed = Object.keys(loginFlags).some((flag) => flagTexts.has(flag));
  if (!isSandbox || isNamed) return checkAccount(values.account ?? defaultAccount);
  throw new UsageError(`${variable} selects the sandbox, which has no login: unset it`);
}

const weekStarts = { monday: 1, sunday: 0, saturday: 6 } as const;
const firstDays = ["monday", "sunday", "saturday"] as const;

const label = kindOf(
  "LABEL",
  "the name or id of a profile label",
  (value) => value.trim() || undefined,
);

/** They limit the pages that calls see. */
export const labelsFlag = {
  labels: {
    ...repeatable(label, "only pages with this profile label, or with any of several"),
    rejectsEmpty: true,
  },
};

export const callFlags = withVariables({
  "max-answer-tokens": withDefault(integer("N", 500), ourLimits.maxAnswerTokens, "token budget"),
  "max-requests": withDefault(integer("N", 1), ourLimits.maxRequests, "most requests of a call"),
  deadline: withDefault(integer("SECONDS", 1), ourLimits.deadlineSeconds, "time limit of a call"),
  "week-starts-on": withDefault(
    oneOf("DAY", firstDays),
    "monday",
    `first day of weeks: ${firstDays.join(", ")}`,
  ),
  "time-zone": optional(
    kindOf(
      "ZONE",
      "a time zone such as Europe/Prague",
      (zone) => orUndefined(() => new Intl.DateTimeFormat("en", { timeZone: zone })) && zone,
    ),
    "zone in which periods such as last_month are named (default: that of most profiles)",
  ),
  "settled-after": withDefault(
    integer("DAYS"),
    ourLimits.settledAfterDays,
    "days after which the numbers of a day are final",
  ),
  memory: withDefault(
    integer("MIB", 64),
    ourLimits.memoryMebibytes,
    "memory for results, caches and calls, in MiB",
  ),
  catalog: optional(
    text("FILE"),
    "your own catalogue: newer metrics, words, formulas, labels, left-out pages (JSON with comments)",
  ),
  ...labelsFlag,
  audit: optional(text("FILE"), "append a line of JSON for each call to this file"),
  "log-level": withDefault(oneOf("LEVEL", levels), "warn", `log on stderr: ${levels.join(", ")}`),
});

export interface CallSettings {
  readonly settings: Settings;
  readonly deadlineSeconds: number;
  readonly memoryBytes: number;
  readonly logLevel: Level;
  /** Calls see only the pages with any of these profile labels; all pages where there are none. */
  readonly labels: readonly string[];
  /** The path of a file. */
  readonly audit?: string | undefined;
  /** Receives the events of every level, for spans and metrics. */
  readonly listener?: Log | undefined;
}

export const readCalls = (values: Values<typeof callFlags>): CallSettings => ({
  settings: {
    maxAnswerTokens: values["max-answer-tokens"],
    maxRequests: values["max-requests"],
    weekStartsOn: weekStarts[values["week-starts-on"]],
    timeZone: values["time-zone"],
    settledAfterDays: values["settled-after"],
  },
  deadlineSeconds: values.deadline,
  memoryBytes: values.memory * 1024 * 1024,
  logLevel: values["log-level"],
  labels: values.labels,
  audit: values.audit,
});

const toolsetList = kindOf("A,B", `some of ${toolsets.join(", ")}`, (value) => {
  const names = value.replace(/\bdefault\b/, defaultToolsets.join(",")).split(",");
  const known = toolsets.filter((name) => names.some((word) => word.trim() === name));
  return names.every((word) => known.some((name) => name === word.trim())) ? known : undefined;
});

/** They decide what clients are offered. */
const offerFlags = withVariables({
  toolsets: withDefault(toolsetList, defaultToolsets, `offer some of ${toolsets.join(", ")}`),
  structured: toggle("send structured content for programs beside the text"),
});

/** Several logins. Environment variables separate their names by commas. */
export const accountsFlag: Flag<readonly string[]> = {
  ...login,
  description: `${login.description}; repeatable`,
  read: (texts, source) => {
    const names = texts.flatMap((list) => list.split(","));
    return [...new Set(names.flatMap((name) => login.read([name.trim()], source) ?? []))];
  },
};
export const globalFlags = {
  sandbox,
  ...loginFlags,
  account: accountsFlag,
  ...offerFlags,
  ...callFlags,
};
const folder = optional(
  // A link that the user names is followed; one in its place later is not.
  kindOf("DIR", "DIR", (path) =>
    path === "" ? undefined : (orUndefined(() => realpathSync(path)) ?? resolve(path)),
  ),
  "offer save_result, which saves results and charts as files in this folder",
);

/** The placeholder that Claude Desktop leaves for a setting without a value: no folder. */
const unfilled = /^\s*\$\{user_config\.[^}]*\}\s*$/;

/** Not over HTTP: the files would not be on the machine of the caller. */
const saveFlags = withVariables({
  "save-to": {
    ...folder,
    read: (texts: readonly string[], source: string) =>
      folder.read(
        texts.filter((path) => !unfilled.test(path)),
        source,
      ),
  },
});
export const servingFlags = { ...globalFlags, ...embeddedSandboxFlags };
export const serveFlags = { ...servingFlags, ...saveFlags };

export interface ServeSettings extends ConnectionSettings, CallSettings, Values<typeof offerFlags> {
  /** The absolute path of the folder in which files are saved. */
  readonly saveTo?: string | undefined;
  /** The named logins. Calls choose among several. */
  readonly accounts: readonly string[];
}

type Serving = Arguments<typeof servingFlags> & {
  readonly values: Partial<Values<typeof saveFlags>>;
};

export function readServing(input: Serving): ServeSettings {
  const { toolsets: offered, structured, "save-to": saveTo } = input.values;
  const settings = { ...readAccounts(input), ...readCalls(input.values) };
  return { ...settings, structured, saveTo, toolsets: offered };
}

const severalFlags = { ...connectionFlags, account: accountsFlag };

/** Settings of a connection for each of the named accounts. `account` is the first one. */
export function readAccounts(
  input: Arguments<typeof severalFlags>,
): ConnectionSettings & Pick<ServeSettings, "accounts"> {
  const { account: accounts } = input.values;
  const values = { ...input.values, account: accounts[0] };
  return { ...readConnection({ ...input, values }), accounts };
}

export const portFlag = (standard: number): Flag<number> =>
  withDefault(integer("PORT"), standard, "port to listen on; 0 takes any free port");

/** Waits until a server listens. @throws UsageError if it cannot; anything without a system's code is a defect. */
export const listening = <Served>(
  serving: Promise<Served>,
  host: string,
  port: number,
  flag = "port",
): Promise<Served> =>
  serving.catch((cause: unknown) => {
    const code = errorCodeOf(cause);
    if (code === undefined) throw cause;
    const failure = `${host} port ${port} fails (${code})`;
    const problem = code === "EADDRINUSE" ? `port ${port} is taken` : failure;
    const advice = `name another with --${flag} (0 takes any free port)`;
    throw new UsageError(`${problem}: ${advice}`, { cause });
  });

export const jsonFlag = { json: toggle("print one JSON object, for programs") };
