/** Asks the user on the terminal, where secrets are not echoed. Without one, some answers are lines of stdin. */
import { cancel, confirm, isCancel, password, select, text } from "@clack/prompts";
import { createInterface } from "node:readline";
import { ToolError } from "../../base/errors/tool-error.ts";
import { Secret } from "../../base/secrets/secret.ts";
import { UsageError } from "./flags.ts";

/** Stdout is reserved for the output of the command. */
const output = process.stderr;

/**
 * @param usage what the command takes instead of an answer.
 * @param check throws a ToolError for an invalid answer.
 * @throws UsageError without a terminal.
 */
export async function askFor(
  message: string,
  usage: string,
  check?: (answer: string) => unknown,
): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(usage);
  const validate = (answer?: string): string | undefined =>
    notEmpty(answer) ?? checkProblem(() => check?.(answer?.trim() ?? ""));
  return answered(text({ message, output, validate }));
}

function checkProblem(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof ToolError ? error.problem : "This answer is not valid.";
  }
}

/** @throws UsageError without a terminal, at the end of stdin. */
export const askOrRead = (message: string, usage: string): Promise<string> =>
  process.stdin.isTTY ? askFor(message, usage) : nextLine(usage);

/** @throws as {@link askOrRead}. */
export const askForSecret = async (message: string, usage: string): Promise<Secret> =>
  new Secret(
    process.stdin.isTTY
      ? await answered(password({ message, validate: notEmpty, output }))
      : await nextLine(usage),
  );

/** @throws UsageError without a terminal. */
export async function askForScheme(): Promise<"basic" | "oauth"> {
  if (!process.stdin.isTTY)
    throw new UsageError("without a terminal, login takes --basic or --oauth");
  const basic = { value: "basic", label: "With a token and a secret" } as const;
  const oauth = { value: "oauth", label: "In a browser (OAuth)" } as const;
  const message = "How do you log in?";
  return answered(select({ message, output, options: [basic, oauth] }));
}

/** @throws UsageError without a terminal. */
export async function confirmed(message: string, usage: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(usage);
  return answered(confirm({ message, output }));
}

const notEmpty = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === "" ? "It must not be empty." : undefined;

const isAnswer = <T>(answer: T): answer is Exclude<T, symbol> => !isCancel(answer);

/** Ends the program as Ctrl+C ends others: with 128 and the number of the signal. */
function end(): never {
  cancel("Nothing was changed.");
  return process.exit(130);
}

/** Ends the program after Ctrl+C, and after Ctrl+D, which ends the reading without an answer and hides the cursor. */
async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const endUnanswered = (): never => {
    output.write("\u001B[?25h");
    return end();
  };
  process.once("beforeExit", endUnanswered);
  try {
    const answer = await question;
    return isAnswer(answer) ? answer : end();
  } finally {
    process.off("beforeExit", endUnanswered);
  }
}

/** The lines of a stream that are not blank. */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  for await (const line of createInterface({ input })) {
    if (line.trim() !== "") yield line.trim();
  }
}

/** One reader for each stream: a second would miss what the first has buffered. */
const readers = new WeakMap<object, AsyncGenerator<string>>();

async function nextLine(usage: string): Promise<string> {
  const { stdin } = process;
  const reader = readers.get(stdin) ?? linesOf(stdin);
  readers.set(stdin, reader);
  const line = await reader.next();
  if (line.done === true) throw new UsageError(usage);
  return line.value;
}
