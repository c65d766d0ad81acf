/** Adds, removes and lists the bearer tokens of callers over HTTP. */
import { httpLimits } from "../../catalog/limits.ts";
import { BearerTokens } from "../../server/callers/bearer-tokens.ts";
import { checkAccount } from "../../suite/credentials/store.ts";
import { authenticationFlags, loginProblems, permittedFlags } from "../compose/callers.ts";
import { permittedText, readPermitted } from "../compose/callers.ts";
import { UsageError } from "../terminal/flags.ts";
import { defineCommand, type Arguments } from "../terminal/command.ts";
import type { Report } from "../terminal/report.ts";
import { jsonFlag } from "../terminal/shared-flags.ts";
import { timeOfDay } from "../../base/time/clock.ts";

const usage = ["add NAME", "replace NAME", "remove NAME", "list"];
const flags = { auth: authenticationFlags.auth, ...permittedFlags, ...jsonFlag };

export const command = defineCommand({
  name: "token",
  summary: "add, replace, remove or list the tokens of callers over HTTP",
  examples: [
    "add claude --auth tokens:callers.json",
    "add retail --labels Retail --auth tokens:callers.json",
    "list --auth tokens:callers.json",
  ],
  usage,
  flags,
  async run(input) {
    const [verb, name] = input.words;
    const { auth } = input.values;
    if (auth === undefined || auth === "oauth")
      throw new UsageError("token needs --auth tokens:FILE");
    const tokens = new BearerTokens(auth.tokens);
    const ofAdd = Object.keys(permittedFlags).find((flag) => input.flagTexts.has(flag));
    if (verb !== "add" && ofAdd !== undefined) throw new UsageError(`--${ofAdd} is for token add`);
    if (verb === "list" && name === undefined) return listed(tokens);
    if (verb === "remove" && name !== undefined) return removed(tokens, name);
    if (verb === "replace" && name !== undefined) return replaced(tokens, name);
    if (verb === "add" && name !== undefined) return added(tokens, checkAccount(name), input);
    throw new UsageError(`token takes ${usage.join(", or ")}`);
  },
});

type Input = Arguments<typeof flags>;

async function added(tokens: BearerTokens, name: string, input: Input): Promise<Report> {
  const permitted = readPermitted(input.values);
  const { account: accounts, labels } = permitted;
  const token = (await tokens.add(name, accounts, today(), labels)).reveal();
  const isDefault = accounts.length + labels.length === 0;
  const the = accounts.length === 0 ? "" : "the ";
  const uses = isDefault ? "" : `, which uses ${the}${permittedText(permitted)}`;
  const lines = [
    `The token of ${name}${uses}. It is not shown again:`,
    token,
    ...(await loginProblems(input.environment, accounts)),
  ];
  return {
    text: lines.join("\n"),
    json: { name, account: accounts[0] ?? null, accounts, labels, token },
  };
}

async function replaced(tokens: BearerTokens, name: string): Promise<Report> {
  const token = (await tokens.replace(name, today())).reveal();
  const minutes = httpLimits.replacedTokenMinutes;
  const text = `The new token of ${name}. It is not shown again; the old one is valid for ${minutes} minutes more:\n${token}`;
  return { text, json: { name, token, oldValidMinutes: minutes } };
}

const today = (): string => new Date().toISOString().slice(0, 10);

async function removed(tokens: BearerTokens, name: string): Promise<Report> {
  const isGone = await tokens.remove((token) => token.name === name);
  const text = isGone
    ? `The token of ${name} is removed and no longer valid.`
    : `There is no token of ${name}: nothing to remove.`;
  return { text, json: { name, removed: isGone } };
}

async function listed(file: BearerTokens): Promise<Report> {
  const records = await file.list();
  const tokens = records.map(({ name, account, labels, since, until }) => ({
    name,
    account: account[0] ?? null,
    accounts: account,
    labels,
    since,
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  }));
  const lines = records.map(({ name, since, until, ...permitted }) => {
    const end =
      until === undefined ? "" : `, replaced: valid until ${timeOfDay(until, Date.now())}`;
    return `${name}: ${permittedText(permitted)}, since ${since}${end}`;
  });
  return { text: lines.join("\n") || "There are no tokens.", json: { tokens } };
}
