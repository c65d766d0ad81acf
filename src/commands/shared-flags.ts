/** Groups of flags that several commands take, each with the reader of its settings. */
import { resolve } from "node:path";
import { operations, type Operation } from "../api/endpoints.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { Environment } from "../credentials/credentials.ts";
import { checkAccount, defaultAccount } from "../credentials/store.ts";
import { levels, type Level } from "../log/log.ts";
import { defaultToolsets, toolsets, type Settings, type Toolset } from "../mcp/tool.ts";
import type { ServeOptions } from "../sandbox/http.ts";
import type { Arguments } from "./command.ts";
import { oneOf, optional, repeatable, text, toggle, UsageError, variableOf } from "./flags.ts";
import { wholeNumber, withDefault, withVariables } from "./flags.ts";
import type { Flag, Kind, Values } from "./flags.ts";

/** `user=99`: the operation that fails, and its error code. */
const failure: Kind<readonly [Operation, number]> = {
  placeholder: "OPERATION=CODE",
  expected: `OPERATION=CODE, where OPERATION is one of ${operations.join(", ")}`,
  read(given) {
    const operation = operations.find((one) => given.startsWith(`${one}=`));
    const [, code] = /=([1-9]\d*)$/.exec(given) ?? [];
    return operation === undefined || code === undefined ? undefined : [operation, Number(code)];
  },
};

export const sandboxFlags = {
  profiles: optional(wholeNumber("N"), "sandbox: number of profiles on each network"),
  complexity: optional(wholeNumber("NUMBERS"), "sandbox: most numbers in one answer"),
  "without-label-groups": toggle("sandbox: disable shared labels and label groups"),
  fail: repeatable(failure, "sandbox: answer an operation with an error code"),
  log: optional(text("FILE"), "sandbox: append one line per request to this file"),
};

export const readSandbox = (values: Values<typeof sandboxFlags>): ServeOptions => ({
  ...(values.profiles === undefined ? {} : { profiles: values.profiles }),
  ...(values.complexity === undefined ? {} : { complexity: values.complexity }),
  ...(values.log === undefined ? {} : { log: values.log }),
  labelGroups: !values["without-label-groups"],
  failures: Object.fromEntries(values.fail),
});

export const loginFlags = {
  "base-url": optional(text("URL"), "base URL of the API"),
  ...withVariables({
    account: optional(text("NAME"), `name of the stored login (default ${defaultAccount})`),
  }),
};

const sandboxFlag = withVariables({
  sandbox: toggle("use the embedded sandbox, which needs no credentials"),
});

export const connectionFlags = { ...sandboxFlag, ...loginFlags, ...sandboxFlags };

export interface ConnectionSettings {
  readonly environment: Environment;
  readonly useSandbox: boolean;
  readonly baseUrl: string | undefined;
  /** Undefined where no stored login is named: credentials of the environment take precedence then. */
  readonly account: string | undefined;
  readonly sandbox: ServeOptions;
}

export function readConnection({
  values,
  given,
  environment,
}: Arguments<typeof connectionFlags>): ConnectionSettings {
  const other = Object.keys(loginFlags).find((name) => given.has(name));
  if (given.has("sandbox") && other !== undefined) {
    throw new UsageError(`--sandbox and --${other} exclude each other`);
  }
  const useSandbox = values.sandbox && other === undefined;
  const unused = Object.keys(sandboxFlags).find((name) => given.has(name));
  if (unused !== undefined && !useSandbox) throw new UsageError(`--${unused} needs --sandbox`);
  const { "base-url": baseUrl, account } = values;
  return { environment, useSandbox, baseUrl, account, sandbox: readSandbox(values) };
}

/** The login to store or delete. @throws UsageError where the environment selects the sandbox, which has none. */
export function readAccount({
  values,
  given,
  environment,
}: Arguments<Pick<typeof loginFlags, "account">>): string {
  const variable = variableOf("sandbox");
  const isSandbox = sandboxFlag.sandbox.read([environment[variable] ?? ""], variable);
  const isNamed = Object.keys(loginFlags).some((flag) => given.has(flag));
  if (!isSandbox || isNamed) return checkAccount(values.account ?? defaultAccount);
  throw new UsageError(
    `${variable} selects the sandbox, which has no login: unset it, or name one`,
  );
}

export const callFlags = withVariables({
  "max-answer-tokens": withDefault(
    wholeNumber("N", 500),
    ourLimits.maxAnswerTokens,
    "token budget of one answer",
  ),
  "max-requests": withDefault(wholeNumber("N", 1), ourLimits.maxRequests, "requests of one call"),
  deadline: withDefault(
    wholeNumber("SECONDS", 1),
    ourLimits.deadlineSeconds,
    "time limit of one call",
  ),
  "settled-after": withDefault(
    wholeNumber("DAYS"),
    ourLimits.settledAfterDays,
    "age at which a day's numbers are final, and cached for 30 days",
  ),
  "log-level": withDefault(oneOf("LEVEL", levels), "warn", `log on stderr: ${levels.join(", ")}`),
});

export interface CallSettings {
  readonly settings: Settings;
  readonly deadlineSeconds: number;
  readonly logLevel: Level;
}

export const readCalls = (values: Values<typeof callFlags>): CallSettings => ({
  settings: {
    maxAnswerTokens: values["max-answer-tokens"],
    maxRequests: values["max-requests"],
    settledAfterDays: values["settled-after"],
  },
  deadlineSeconds: values.deadline,
  logLevel: values["log-level"],
});

const toolsetList: Kind<readonly Toolset[]> = {
  placeholder: "A,B",
  expected: `some of ${toolsets.join(", ")}`,
  read(given) {
    const names = given.replace(/\bdefault\b/, defaultToolsets.join(",")).split(",");
    const known = toolsets.filter((name) => names.some((one) => one.trim() === name));
    return names.every((one) => known.some((name) => name === one.trim())) ? known : undefined;
  },
};

/** They decide what clients are offered. */
export const offerFlags = withVariables({
  toolsets: withDefault(
    toolsetList,
    defaultToolsets,
    `toolsets to offer, of ${toolsets.join(", ")}`,
  ),
  structured: toggle("send structured content for programs beside the text"),
});

export const globalFlags = { ...sandboxFlag, ...loginFlags, ...offerFlags, ...callFlags };
export const serveFlags = { ...globalFlags, ...sandboxFlags };

export type ServeSettings = ConnectionSettings & CallSettings & Values<typeof offerFlags>;

export function readServing(input: Arguments<typeof serveFlags>): ServeSettings {
  const { toolsets: offered, structured } = input.values;
  return { ...readConnection(input), ...readCalls(input.values), toolsets: offered, structured };
}

const tokensFile: Kind<string> = {
  placeholder: "tokens:FILE",
  expected: "tokens:FILE",
  read: (given) =>
    /^tokens:(.+)$/
      .exec(given)
      ?.slice(1)
      .map((path) => resolve(path))[0],
};

export const authFlag = withVariables({
  auth: optional(tokensFile, "file of the bearer tokens of callers"),
});

export const portFlag = (standard: number): Flag<number> =>
  withDefault(wholeNumber("PORT"), standard, "port to listen on; 0 takes any free port");

/** The error of a server that cannot listen; anything without a system's code is a defect. */
export function portError(cause: unknown, host: string, port: number): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  if (code === undefined) return cause;
  const problem =
    code === "EADDRINUSE"
      ? `port ${port} is taken: name another with --port (0 takes any free port)`
      : `the server cannot listen on ${host} port ${port} (${code})`;
  return new UsageError(problem, { cause });
}

export const jsonFlag = { json: toggle("print one JSON object, for programs") };
