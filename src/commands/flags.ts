/** The command line's flags, and how their values are read. */
import { parseArgs } from "node:util";

/** A command line that cannot be understood; the message says why. */
export class UsageError extends Error {}

const text = { type: "string" } as const;
const toggle = { type: "boolean" } as const;

const flags = {
  sandbox: toggle,
  "base-url": text,
  account: text,
  "max-answer-tokens": text,
  "max-requests": text,
  deadline: text,
  "log-level": text,
  "settled-after": text,
  toolsets: text,
  structured: toggle,
  csv: text,
  host: text,
  port: text,
  auth: text,
  "allowed-host": { type: "string", multiple: true },
  "allowed-origin": { type: "string", multiple: true },
  profiles: text,
  complexity: text,
  "without-label-groups": toggle,
  fail: { type: "string", multiple: true },
  oauth: toggle,
  "redirect-uri": text,
  "auto-consent": toggle,
  "access-token-ttl": text,
  "refresh-token-ttl": text,
  rotate: text,
  log: text,
  basic: toggle,
  "client-id": text,
  "no-browser": toggle,
  json: toggle,
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export type Flags = ReturnType<typeof parseFlags>["values"];

/** @throws UsageError */
export function parseFlags(
  words: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof flags; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function wholeNumber(name: string, value: string, least = 0): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(
    `--${name} takes a whole number of at least ${least}, not ${JSON.stringify(value)}`,
  );
}

/** Undefined where the flag is not given. */
export const optionalNumber = (
  values: Flags,
  name: "port" | "profiles" | "complexity" | "access-token-ttl" | "refresh-token-ttl",
  least = 0,
): number | undefined =>
  values[name] === undefined ? undefined : wholeNumber(name, values[name], least);
