/** The command line and the environment, read once, here. Flags beat the environment. */
import { parseArgs } from "node:util";
import type { Environment } from "../credentials/environment.ts";
import { ourLimits } from "../catalog/limits.ts";

export interface Options {
  readonly command: string;
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly useSandbox: boolean;
  readonly baseUrl: string | undefined;
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
  readonly csv: string | undefined;
  /** Where the sandbox command listens. */
  readonly port: number;
  readonly sandbox: { readonly profiles?: number; readonly complexity?: number };
  readonly help: boolean;
  readonly version: boolean;
}

/** A command line that cannot be understood; the message says why. */
export class UsageError extends Error {}

const flags = {
  sandbox: { type: "boolean" },
  "base-url": { type: "string" },
  "max-answer-tokens": { type: "string" },
  "max-requests": { type: "string" },
  csv: { type: "string" },
  port: { type: "string" },
  profiles: { type: "string" },
  complexity: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export function readOptions(words: readonly string[], environment: Environment): Options {
  const { values, positionals } = parse(words);
  const [command = "serve", ...rest] = positionals;
  if (command !== "call" && rest.length > 0) {
    throw new UsageError(`${command} takes no ${JSON.stringify(rest[0])}`);
  }
  const setting = (name: keyof typeof values): string | undefined => {
    const value =
      values[name] ?? environment[`SOCIAL_ANALYTICS_${name.toUpperCase().replaceAll("-", "_")}`];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const number = (name: "port" | "profiles" | "complexity"): number | undefined =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name]);
  const profiles = number("profiles");
  const complexity = number("complexity");
  return {
    command,
    words: rest,
    environment,
    useSandbox: usesSandbox(values.sandbox, values["base-url"], environment),
    baseUrl: values["base-url"],
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
    csv: values.csv,
    port: number("port") ?? 4010,
    sandbox: {
      ...(profiles === undefined ? {} : { profiles }),
      ...(complexity === undefined ? {} : { complexity }),
    },
    help: values.help ?? false,
    version: values.version ?? false,
  };
}

/** Flags beat the environment, and one excludes the other. */
function usesSandbox(
  flag: boolean | undefined,
  baseUrl: string | undefined,
  environment: Environment,
): boolean {
  if (flag === true && baseUrl !== undefined) {
    throw new UsageError("--sandbox and --base-url exclude each other");
  }
  const fromEnvironment = ["1", "true"].includes(environment["SOCIAL_ANALYTICS_SANDBOX"] ?? "");
  return flag ?? (baseUrl === undefined && fromEnvironment);
}

function parse(
  words: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof flags; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function wholeNumber(name: string, text: string, least = 0): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(
    `--${name} takes a whole number of at least ${least}, not ${JSON.stringify(text)}`,
  );
}
