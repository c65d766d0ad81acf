/** What a command tells the person, or the program, that ran it. */
import { ToolError } from "../errors/tool-error.ts";
import type { Options } from "./options.ts";
import { UsageError } from "./flags.ts";
import { complain, print, programName } from "./terminal.ts";

export interface Report {
  readonly text: string;
  /** The same for a program. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Whether something is wrong: exit code 1. */
  readonly failed?: boolean;
  /** Whether nothing but that is told. */
  readonly isError?: boolean;
}

/** Runs a command and prints what it tells. Errors that say what to do next are told as well, with exit code 1. */
export async function report(options: Options, command: () => Promise<Report>): Promise<void> {
  const told = await command().catch(failed);
  if (options.json) print(JSON.stringify(told.json, undefined, 2));
  else if (told.isError === true) complain(told.text);
  else print(told.text);
  if (told.failed === true) process.exitCode = 1;
}

function failed(error: unknown): Report {
  if (!(error instanceof ToolError)) throw error;
  const { code, problem } = error;
  return {
    failed: true,
    isError: true,
    text: `${code}: ${problem}\n${forPerson(error.next)}`,
    json: { error: errorJson(error) },
  };
}

export const errorJson = ({ code, problem, next }: ToolError): object => ({
  code,
  problem,
  next: forPerson(next),
});

/** Tool errors speak to a model about its user; here the user reads. */
export const forPerson = (next: string): string =>
  next
    .replace(/^Tell the user(?: to |: )(\w)/, (_all, first: string) => first.toUpperCase())
    .replaceAll("social-analytics-mcp login", `${programName()} login`);

/** The embedded sandbox has no login: what is meant may be the stored one. */
export function withoutSandbox({ command, useSandbox }: Options): void {
  if (useSandbox) throw new UsageError(`${command} is not for --sandbox, which needs no login`);
}
