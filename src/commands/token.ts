/** Adds, removes and lists the bearer tokens of callers over HTTP. */
import { BearerTokens } from "../credentials/bearer-tokens.ts";
import { readLogin } from "../credentials/login.ts";
import { checkAccount } from "../credentials/store.ts";
import { ToolError } from "../errors/tool-error.ts";
import { storeOf } from "./credentials.ts";
import { UsageError } from "./flags.ts";
import { defineCommand, type Arguments } from "./command.ts";
import { forPerson, toolErrorOf, type Report } from "./report.ts";
import { authFlag, jsonFlag, loginFlags } from "./shared-flags.ts";

const usage = ["add NAME", "remove NAME", "list"];
const flags = {
  ...authFlag,
  account: { ...loginFlags.account, description: "stored login that the token uses" },
  ...jsonFlag,
};

export const command = defineCommand({
  name: "token",
  summary: "add, remove or list the tokens of callers over HTTP",
  examples: ["add claude --auth tokens:callers.json", "list --auth tokens:callers.json"],
  usage,
  flags,
  run: reportOf,
});

type Input = Arguments<typeof flags>;

async function reportOf(input: Input): Promise<Report> {
  const [verb, name] = input.words;
  const { auth } = input.values;
  if (auth === undefined) throw new UsageError("token needs --auth tokens:FILE");
  const tokens = new BearerTokens(auth);
  if (verb === "list" && name === undefined) return listed(tokens);
  if (verb === "remove" && name !== undefined) return removed(tokens, name);
  if (verb === "add" && name !== undefined) return added(tokens, checkAccount(name), input);
  throw new UsageError(`token takes ${usage.join(", or ")}`);
}

async function added(tokens: BearerTokens, name: string, input: Input): Promise<Report> {
  const { values, environment } = input;
  const account = values.account === undefined ? undefined : checkAccount(values.account);
  const today = new Date().toISOString().slice(0, 10);
  const made = (await tokens.add(name, account, today)).reveal();
  const login = account === undefined ? "" : `, which uses the login ${account}`;
  const lines = [`The token of ${name}${login}. It is not shown again:`, made];
  if (account !== undefined) {
    // The login may be added later, so a missing one is not a failure.
    const found = await readLogin(storeOf(environment), account).catch(toolErrorOf);
    if (found instanceof ToolError) lines.push(`${found.problem}.`, forPerson(found.next));
  }
  return { text: lines.join("\n"), json: { name, account: account ?? null, token: made } };
}

async function removed(tokens: BearerTokens, name: string): Promise<Report> {
  const isGone = await tokens.remove(name);
  const text = isGone
    ? `The token of ${name} is removed and no longer valid.`
    : `There is no token of ${name}: nothing to remove.`;
  return { text, json: { name, removed: isGone } };
}

async function listed(file: BearerTokens): Promise<Report> {
  const all = await file.list();
  const tokens = all.map(({ name, account = null, since }) => ({ name, account, since }));
  const lines = tokens.map(({ name, account, since }) => {
    const login = account === null ? "the server's own login" : `login ${account}`;
    return `${name}: ${login}, since ${since}`;
  });
  return { text: lines.join("\n") || "There are no tokens.", json: { tokens } };
}
