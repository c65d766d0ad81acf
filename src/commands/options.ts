/** The command line and the environment, read once, here. Flags beat the environment. */
import { parseArgs } from "node:util";
import type { Environment } from "../credentials/environment.ts";
import { operations, type Operation } from "../api/endpoints.ts";
import { ourLimits } from "../catalog/limits.ts";
import { defaultToolsets, toolsets, type Toolset } from "../mcp/tool.ts";

export interface Options {
  readonly command: string;
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly useSandbox: boolean;
  readonly baseUrl: string | undefined;
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
  readonly toolsets: readonly Toolset[];
  /** Structured content for programs, beside the text. */
  readonly structured: boolean;
  readonly csv: string | undefined;
  /** Where the sandbox command listens. */
  readonly port: number;
  readonly sandbox: {
    readonly profiles?: number;
    readonly complexity?: number;
    readonly labelGroups?: boolean;
    readonly failures?: Partial<Record<Operation, number>>;
  };
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
  toolsets: { type: "string" },
  structured: { type: "boolean" },
  csv: { type: "string" },
  port: { type: "string" },
  profiles: { type: "string" },
  complexity: { type: "string" },
  "without-label-groups": { type: "boolean" },
  fail: { type: "string", multiple: true },
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
    toolsets: readToolsets(setting("toolsets")),
    structured: values.structured ?? isSet(environment["SOCIAL_ANALYTICS_STRUCTURED"]),
    csv: values.csv,
    port: number("port") ?? 4010,
    sandbox: {
      ...(profiles === undefined ? {} : { profiles }),
      ...(complexity === undefined ? {} : { complexity }),
      ...(values["without-label-groups"] === true ? { labelGroups: false } : {}),
      failures: Object.fromEntries((values.fail ?? []).map(readFailure)),
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
  return flag ?? (baseUrl === undefined && isSet(environment["SOCIAL_ANALYTICS_SANDBOX"]));
}

const isSet = (value: string | undefined): boolean => ["1", "true"].includes(value ?? "");

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

/** `user=99`: the operation that fails, and its error code. */
function readFailure(text: string): [Operation, number] {
  const [name, code = ""] = text.split("=");
  const operation = operations.find((one) => one === name);
  if (operation !== undefined) return [operation, wholeNumber("fail", code, 1)];
  throw new UsageError(
    `--fail takes OPERATION=CODE, where OPERATION is one of ${operations.join(", ")}`,
  );
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
