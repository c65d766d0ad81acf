/** Asks the user on the terminal. Secrets are not echoed. */
import { cancel, isCancel, password, select, text } from "@clack/prompts";
import { ToolError } from "../errors/tool-error.ts";
import { Secret } from "../secrets/secret.ts";

/** Stdout is reserved for the output of the command. */
const output = process.stderr;

/** @param check throws a ToolError for an invalid answer. */
export async function askFor(
  message: string,
  check?: (answer: string) => unknown,
): Promise<string> {
  const validate = (answer?: string): string | undefined =>
    notEmpty(answer) ?? problemOf(() => check?.(answer?.trim() ?? ""));
  return answered(await text({ message, output, validate }));
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof ToolError ? error.problem : "This answer is not valid.";
  }
}

export const askForSecret = async (message: string): Promise<Secret> =>
  new Secret(answered(await password({ message, validate: notEmpty, output })));

export async function askForScheme(): Promise<"basic" | "oauth"> {
  const basic = { value: "basic", label: "With a token and a secret" } as const;
  const oauth = { value: "oauth", label: "In a browser (OAuth)" } as const;
  const message = "How do you log in?";
  return answered<"basic" | "oauth">(await select({ message, output, options: [basic, oauth] }));
}

const notEmpty = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === "" ? "It must not be empty." : undefined;

function answered<T extends string>(answer: T | symbol): T {
  if (!isCancel(answer) && typeof answer !== "symbol") return answer;
  cancel("Nothing was changed.");
  return process.exit(1);
}
