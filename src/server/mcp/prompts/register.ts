/** Registers prompts: their arguments with completion, their text as one message. */
import { completable, type McpServer, type StandardSchemaV1 } from "@modelcontextprotocol/server";
import { type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { ourLimits } from "../../../catalog/limits.ts";
import { accountArgument, type Accounts, type Offered } from "../accounts.ts";
import { schemaOf } from "../input.ts";
import { inTurn, type Turns } from "../turn.ts";
import { promptText, type Prompt, type PromptArgument } from "./prompt.ts";

type Values = Readonly<Record<string, string>>;

export function registerPrompt(
  server: McpServer,
  basePrompt: Prompt,
  offered: Offered & Turns,
): void {
  const { accounts } = offered;
  const prompt = accounts === undefined ? basePrompt : ofOneAccount(basePrompt, accounts);
  const { name, title, description } = prompt;
  const argsSchema = argumentsOf(prompt, offered);
  server.registerPrompt(name, { title, description, argsSchema }, (values) => {
    const text = promptText(prompt, values);
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

/** The same prompt, with the account that its tools are called for as an argument. */
function ofOneAccount(prompt: Prompt, accounts: Accounts): Prompt {
  const values = [...accounts.keys()];
  const account: PromptArgument = { description: "The account to report on.", values };
  return {
    ...prompt,
    arguments: { [accountArgument]: account, ...prompt.arguments },
    write({ [accountArgument]: chosen = "", ...promptValues }) {
      const { task, ...written } = prompt.write(promptValues);
      const line = `Call every tool with ${JSON.stringify({ [accountArgument]: chosen })} besides the arguments below.`;
      return { ...written, task: `${task} ${line}` };
    },
  };
}

/** The parts of a schema that the SDK reads. All arguments of prompts are texts. */
function argumentsOf(
  prompt: Prompt,
  offered: Offered & Turns,
): StandardSchemaWithJSON<Values, Values> {
  const taken = Object.entries(prompt.arguments);
  const jsonSchema = (): Record<string, unknown> => ({
    type: "object",
    properties: Object.fromEntries(
      taken.map(([name, { description }]) => [name, { type: "string", description }]),
    ),
    required: taken.flatMap(([name, { optional }]) => (optional === true ? [] : [name])),
  });
  const shape = taken.map(([name, argument]) => [name, completed(argument, offered)] as const);
  const schema = schemaOf(jsonSchema, (value) => validate(prompt, value));
  return Object.assign(schema, { shape: Object.fromEntries(shape) });
}

function validate(prompt: Prompt, value: unknown): StandardSchemaV1.Result<Values> {
  const args: Record<string, unknown> = { ...Object(value) };
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(prompt.arguments, name));
  const messages = [
    ...unknown.map((name) => `${name} is not an argument of this prompt`),
    ...Object.entries(prompt.arguments).flatMap(([name, argument]) =>
      argumentProblems(args[name], argument).map((problem) => `${name} ${problem}`),
    ),
  ];
  if (messages.length > 0) return { issues: messages.map((message) => ({ message })) };
  const texts = Object.entries(args).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { value: Object.fromEntries(texts) };
}

function argumentProblems(value: unknown, { values, accepts, optional }: PromptArgument): string[] {
  if (value === undefined) return optional === true ? [] : ["is missing"];
  if (typeof value !== "string" || value === "" || value.length > ourLimits.textLength)
    return [`must be a text of 1 to ${ourLimits.textLength} characters`];
  if (accepts?.(value) === false) return [`must not be ${JSON.stringify(value.slice(0, 40))}`];
  return values === undefined || values.includes(value)
    ? []
    : [`must be one of ${values.join(", ")}`];
}

function completed(
  { values = [], completes = async () => values }: PromptArgument,
  offered: Offered & Turns,
): StandardSchemaV1<string> {
  const { services, accounts } = offered;
  const text = schemaOf(
    () => ({ type: "string" }),
    (value) => ({ value: String(value) }),
  );
  return completable(text, (value, context) => {
    const args = context?.arguments ?? {};
    const ofAccount = accounts === undefined ? services : accounts.get(args[accountArgument] ?? "");
    const { signal } = new AbortController();
    const offeredValues = inTurn(offered, signal, () => completes({ args, services: ofAccount }));
    return complete(offeredValues, value);
  });
}

/** Returns the values that begin with the typed text, then those that contain it; none if they are not available. */
async function complete(values: Promise<readonly string[]>, typed: string): Promise<string[]> {
  const texts = await values.catch(() => []);
  const wanted = typed.normalize("NFC").toLowerCase();
  const place = (text: string): number => text.toLowerCase().indexOf(wanted);
  const matches = [...new Set(texts)].filter((text) => place(text) !== -1);
  return matches.toSorted((left, right) => Math.sign(place(left)) - Math.sign(place(right)));
}
