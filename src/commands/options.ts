/** The command line and the environment, read once, here. Flags beat the environment. */
import type { Environment } from "../credentials/credentials.ts";
import { ourLimits } from "../catalog/limits.ts";
import { levels, type Level } from "../log/log.ts";
import { defaultToolsets, toolsets, type Toolset } from "../mcp/tool.ts";
import type { ServeOptions } from "../sandbox/http.ts";
import { optionalNumber, parseFlags, UsageError, wholeNumber, type Flags } from "./flags.ts";
import { httpOptions, type HttpOptions } from "./http-options.ts";
import { sandboxOptions } from "./sandbox-options.ts";

export interface Options {
  readonly command: string;
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly useSandbox: boolean;
  readonly baseUrl: string | undefined;
  /** The stored login to use, where it is named. */
  readonly account: string | undefined;
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
  /** Days so long past change no more. */
  readonly settledAfterDays: number;
  /** How long a call may take. */
  readonly deadlineSeconds: number;
  readonly logLevel: Level;
  readonly toolsets: readonly Toolset[];
  /** Structured content for programs, beside the text. */
  readonly structured: boolean;
  readonly csv: string | undefined;
  /** Where a command that serves listens, if not where it usually does. */
  readonly port: number | undefined;
  readonly http: HttpOptions;
  readonly sandbox: ServeOptions;
  readonly login: LoginOptions;
  /** For programs: one JSON object on stdout. */
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

interface LoginOptions {
  /** Undefined: the user is asked. */
  readonly scheme: "basic" | "oauth" | undefined;
  readonly clientId: string | undefined;
  readonly redirectUri: string | undefined;
  readonly openBrowser: boolean;
}

export function readOptions(words: readonly string[], environment: Environment): Options {
  const { values, positionals } = parseFlags(words);
  const [command = "serve", ...rest] = positionals;
  if (!["call", "token"].includes(command) && rest.length > 0) {
    throw new UsageError(`${command} takes no ${JSON.stringify(rest[0])}`);
  }
  const setting = (name: keyof Flags): string | undefined => {
    const value =
      values[name] ?? environment[`SOCIAL_ANALYTICS_${name.toUpperCase().replaceAll("-", "_")}`];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return {
    command,
    words: rest,
    environment,
    useSandbox: usesSandbox(values, environment),
    baseUrl: values["base-url"],
    account: setting("account"),
    maxAnswerTokens: wholeNumber(
      "max-answer-tokens",
      setting("max-answer-tokens") ?? String(ourLimits.maxAnswerTokens),
      500,
    ),
    maxRequests: wholeNumber(
      "max-requests",
      setting("max-requests") ?? String(ourLimits.maxRequests),
      1,
    ),
    settledAfterDays: wholeNumber(
      "settled-after",
      setting("settled-after") ?? String(ourLimits.settledAfterDays),
    ),
    deadlineSeconds: wholeNumber(
      "deadline",
      setting("deadline") ?? String(ourLimits.deadlineSeconds),
      1,
    ),
    logLevel: readLevel(setting("log-level") ?? "warn"),
    toolsets: readToolsets(setting("toolsets")),
    structured: values.structured ?? isSet(environment["SOCIAL_ANALYTICS_STRUCTURED"]),
    csv: values.csv,
    port: optionalNumber(values, "port"),
    http: httpOptions(values, setting("auth")),
    sandbox: sandboxOptions(values, command === "sandbox"),
    login: loginOptions(values),
    json: values.json ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  };
}

/** Flags beat the environment, and one excludes the others. */
function usesSandbox(values: Flags, environment: Environment): boolean {
  for (const other of ["base-url", "account"] as const) {
    if (values.sandbox === true && values[other] !== undefined) {
      throw new UsageError(`--sandbox and --${other} exclude each other`);
    }
  }
  const named = values["base-url"] ?? values.account;
  return values.sandbox ?? (named === undefined && isSet(environment["SOCIAL_ANALYTICS_SANDBOX"]));
}

function loginOptions(values: Flags): LoginOptions {
  if (values.basic === true && values.oauth === true) {
    throw new UsageError("--basic and --oauth exclude each other");
  }
  const oauth = values.oauth === true ? "oauth" : undefined;
  return {
    scheme: values.basic === true ? "basic" : oauth,
    clientId: values["client-id"],
    redirectUri: values["redirect-uri"],
    openBrowser: values["no-browser"] !== true,
  };
}

const isSet = (value: string | undefined): boolean => ["1", "true"].includes(value ?? "");

function readLevel(text: string): Level {
  const known = levels.find((level) => level === text);
  if (known !== undefined) return known;
  throw new UsageError(`--log-level takes ${levels.join(", ")}, not ${JSON.stringify(text)}`);
}

function readToolsets(text: string | undefined): readonly Toolset[] {
  if (text === undefined) return defaultToolsets;
  return text.split(",").flatMap((word) => {
    if (word.trim() === "default") return defaultToolsets;
    const known = toolsets.find((name) => name === word.trim());
    if (known !== undefined) return known;
    throw new UsageError(
      `--toolsets takes some of ${toolsets.join(", ")}, not ${JSON.stringify(word)}`,
    );
  });
}
