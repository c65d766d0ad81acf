/** Prints results and failures of commands, as text for people or as JSON for programs. */
import { redact } from "../secrets/redact.ts";
import type { ToolError } from "../errors/tool-error.ts";
import { asToolError } from "../replies/reply.ts";
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

/** Sets exit code 2 for a command line that cannot be understood, else 1. */
export function printFailure(error: unknown, command = "", asJson = false): void {
  const isUsage = error instanceof UsageError;
  const help = `${`${programName()} ${command}`.trim()} --help lists what it takes.`;
  const next = isUsage ? (error.next ?? help) : help;
  const failure = isUsage
    ? { code: "usage", message: error.message, advice: next }
    : shownError(asToolError(error));
  if (asJson) print(JSON.stringify({ error: failure }, undefined, 2));
  if (isUsage) complain(fitted(`${failure.message}\n${next}`, process.stderr));
  else if (!asJson) complain(fitted(failureText(failure), process.stderr));
  complainOfDefect(error);
  process.exitCode = isUsage ? 2 : 1;
}

type Failure = Readonly<Record<"code" | "message" | "advice", string>>;

export const failureText = ({ code, message, advice }: Failure): string =>
  `${code}: ${message}\n${advice}`;

/** An error as a person reads it at this terminal. */
export const shownError = ({ code, problem, advice }: ToolError): Failure => ({
  code,
  message: redact(problem),
  advice: advice.forUser(programName()),
});

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
