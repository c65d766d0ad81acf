/** Who may call over HTTP: adds, lists and removes bearer tokens. */
import { BearerTokens } from "../credentials/bearer-tokens.ts";
import { readLogin } from "../credentials/login.ts";
import { checkAccount } from "../credentials/store.ts";
import { ToolError } from "../errors/tool-error.ts";
import { storeOf } from "./credentials.ts";
import { UsageError } from "./flags.ts";
import type { Options } from "./options.ts";
import { forPerson, report, type Report } from "./report.ts";

export const token = (options: Options): Promise<void> => report(options, () => changed(options));

async function changed(options: Options): Promise<Report> {
  const [verb, name, ...rest] = options.words;
  const { tokensFile } = options.http;
  if (tokensFile === undefined) throw new UsageError("token needs --auth tokens:FILE");
  const tokens = new BearerTokens(tokensFile);
  if (verb === "list" && name === undefined) return listed(tokens);
  if (name !== undefined && rest.length === 0) {
    if (verb === "add") return added(tokens, checkAccount(name), options);
    if (verb === "remove") return removed(tokens, name);
  }
  throw new UsageError("token add NAME, token remove NAME, or token list");
}

async function added(tokens: BearerTokens, name: string, options: Options): Promise<Report> {
  const account = options.account === undefined ? undefined : checkAccount(options.account);
  const today = new Date().toISOString().slice(0, 10);
  const made = (await tokens.add(name, account, today)).reveal();
  const works = account === undefined ? "" : `, which works with the login ${account}`;
  const sentences = [
    `The token of ${name}${works}. It is not shown again:`,
    made,
    ...(account === undefined ? [] : await missing(account, options)),
  ];
  return { text: sentences.join("\n"), json: { name, account: account ?? null, token: made } };
}

/** A login may follow: that it is not there yet is told, and no failure. */
async function missing(account: string, options: Options): Promise<string[]> {
  try {
    await readLogin(storeOf(options), account);
    return [];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [`${error.problem}.`, forPerson(error.next)];
  }
}

async function removed(tokens: BearerTokens, name: string): Promise<Report> {
  const isGone = await tokens.remove(name);
  const text = isGone
    ? `The token of ${name} is removed: it lets nobody in any more.`
    : `There is no token of ${name}: nothing to do.`;
  return { text, json: { name, removed: isGone } };
}

async function listed(tokens: BearerTokens): Promise<Report> {
  const kept = await tokens.list();
  const lines = kept.map(
    ({ name, account, since }) =>
      `${name}: ${account === undefined ? "the server's own login" : `login ${account}`}, since ${since}`,
  );
  return {
    text: lines.length === 0 ? "There are no tokens." : lines.join("\n"),
    json: {
      tokens: kept.map(({ name, account, since }) => ({ name, account: account ?? null, since })),
    },
  };
}
