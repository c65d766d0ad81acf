/** What a command tells the person, or the program, that ran it. */
import { ToolError } from "../catalog/errors.ts";
import type { Options } from "./options.ts";
import { complain, print } from "./terminal.ts";

export interface Report {
  readonly text: string;
  /** The same for a program. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Whether something is wrong: exit code 1. */
  readonly failed?: boolean;
}

/** Runs a command and prints what it tells. Errors that say what to do next are told as well, with exit code 1. */
export async function report(options: Options, command: () => Promise<Report>): Promise<void> {
  const told = await command().catch(failed);
  if (options.json) print(JSON.stringify(told.json, undefined, 2));
  else if (told.failed === true) complain(told.text);
  else print(told.text);
  if (told.failed === true) process.exitCode = 1;
}

function failed(error: unknown): Report {
  if (!(error instanceof ToolError)) throw error;
  const { code, problem } = error;
  const next = forPerson(error.next);
  return {
    failed: true,
    text: `${code}: ${problem}\n${next}`,
    json: { error: { code, problem, next } },
  };
}

/** Tool errors speak to a model about its user; here the user reads. */
export const forPerson = (next: string): string =>
  next.replace(/^Tell the user(?: to |: )(\w)/, (_all, first: string) => first.toUpperCase());
