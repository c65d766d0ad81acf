/** Prints results and failures of commands, as text for people or as JSON for programs. */
import { endings } from "../../catalog/error-codes.ts";
import { redact } from "../../base/secrets/redact.ts";
import type { ToolError } from "../../base/errors/tool-error.ts";
import { asToolError } from "../../answers/replies/reply.ts";
import { UsageError } from "./flags.ts";
import { complain, print, programName } from "./output.ts";
import { fitted } from "./wrap.ts";

export interface Report {
  readonly text: string;
  /** The same for a program. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Sets exit code 1. */
  readonly failed?: boolean;
}

export function printReport({ text, json, failed }: Report, asJson: boolean): void {
  print(asJson ? JSON.stringify(json, undefined, 2) : fitted(text));
  if (failed === true) process.exitCode ??= 1;
}

/** Exit codes of failures: the caller must ask for something else, it may succeed later, or somebody else must act. */
export const exitCodes = { words: 2, later: 75, somebody: 1 } as const;

/** Returns the exit code for a tool error, which tells a script what to do. */
export function exitCodeOf({ code, isFinal, retryAt }: ToolError): number {
  if (retryAt !== undefined || (endings.time.includes(code) && !isFinal)) return exitCodes.later;
  // An address that the API does not have is no word of the caller.
  const isAddress = code === "not_found" && isFinal;
  return endings.words.includes(code) && !isAddress ? exitCodes.words : exitCodes.somebody;
}

/** The code of several failures: that it may succeed later, if it holds for all of them. */
export function exitCodeOfAll(codes: readonly number[]): number {
  const finalCodes = codes.filter((code) => code !== exitCodes.later);
  return finalCodes.length === 0 ? exitCodes.later : Math.min(...finalCodes);
}

/** Commands that scripts run by the clock. Of others, the exit code tells a wrong command line alone apart. */
const scripted = ["call", "report", "digest"];

/** Sets exit code 2 for a command line that cannot be understood, else {@link exitCodeOf} for commands of scripts, and 1 for others. */
export function printFailure(error: unknown, command = "", asJson = false): void {
  const isUsage = error instanceof UsageError;
  const help = `${`${programName()} ${command}`.trim()} --help lists what it takes.`;
  const next = isUsage ? (error.next ?? help) : help;
  const failure = isUsage
    ? { code: "usage", message: error.message, advice: next, retryable: false }
    : shownError(asToolError(error));
  if (asJson) print(JSON.stringify({ error: failure }, undefined, 2));
  if (isUsage) complain(`${failure.message}\n${next}`);
  else if (!asJson) complain(failureText(failure));
  complainOfDefect(error);
  const code = scripted.includes(command) ? exitCodeOf(asToolError(error)) : exitCodes.somebody;
  process.exitCode = isUsage ? exitCodes.words : code;
}

interface Failure extends Readonly<Record<"code" | "message" | "advice", string>> {
  readonly retryable: boolean;
  readonly retry_at?: string;
}

export const failureText = ({ code, message, advice }: Failure): string =>
  `${code}: ${message}\n${advice}`;

/** An error as a person reads it at this terminal, and a script in JSON. */
export function shownError(error: ToolError): Failure {
  const { code, problem, advice, retryAt } = error;
  return {
    code,
    message: redact(problem),
    advice: advice.forUser(programName()),
    retryable: exitCodeOf(error) === exitCodes.later,
    ...(retryAt !== undefined && { retry_at: new Date(retryAt).toISOString() }),
  };
}

/** Prints the stack of a defect and of its causes; other failures explain themselves. */
export function complainOfDefect(error: unknown): void {
  if (error instanceof UsageError || asToolError(error).code !== "internal_error") return;
  complain(stackOf(error));
}

/** Other properties of an error are not printed: they may hold secrets. */
const stackOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.stack}${error.cause === undefined ? "" : `\nCause: ${stackOf(error.cause)}`}`
    : String(error);
