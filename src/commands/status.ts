/** Prints the user, the source of the credentials, when they expire, and the quota that is left. */
import { ToolError } from "../errors/tool-error.ts";
import type { Found } from "../credentials/find.ts";
import { endOf } from "../credentials/login.ts";
import { plural } from "../text/words.ts";
import { credentialsOf, sourceOf } from "./credentials.ts";
import { defineCommand } from "./command.ts";
import { identify, type Identity } from "./connection.ts";
import { errorJson, forPerson, toolErrorOf, type Report } from "./report.ts";
import { connectionFlags, jsonFlag, readConnection } from "./shared-flags.ts";

export const command = defineCommand({
  name: "status",
  summary: "show the user, the credentials and the quota",
  flags: { ...connectionFlags, ...jsonFlag },
  async run(input) {
    const found = await credentialsOf(readConnection(input));
    return reportOf(found, await identify(found, input.environment).catch(toolErrorOf));
  },
});

function reportOf(found: Found, proof: Identity | ToolError): Report {
  const { baseUrl, origin, stored } = found;
  // The proof may have renewed the tokens, so their lifetimes are read after it.
  const login = proof instanceof ToolError ? undefined : stored?.login();
  const isOAuth = login?.scheme === "oauth";
  const accessTokenEnd = isOAuth ? isoOf(login.accessTokenUntil) : null;
  const loginEnd = isOAuth ? isoOf(endOf(login)) : null;
  const source = `Credentials: ${sourceOf(found)}`;
  const json = {
    base_url: baseUrl.href,
    origin,
    account: stored?.account ?? null,
    access_token_ends: accessTokenEnd,
    login_ends: loginEnd,
  };
  if (proof instanceof ToolError) {
    const { code, problem, next } = proof;
    const lines = [`${code}: ${problem}`, forPerson(next), `Base URL: ${baseUrl.href}`, source];
    const failure = { user: null, requests_left: null, error: errorJson(proof) };
    return { failed: true, text: lines.join("\n"), json: { ...json, ...failure } };
  }
  const { user, quota } = proof;
  const lines = [
    `Logged in to ${baseUrl.href} as ${user}.`,
    source,
    ...timeLine("Access token: renewed automatically before", accessTokenEnd),
    ...timeLine("Login: expires", loginEnd),
    `Quota: ${quota.isReported ? "" : "at most "}${plural(quota.requests, "request")} left this hour`,
  ];
  return { text: lines.join("\n"), json: { ...json, user, requests_left: quota.requests } };
}

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const timeLine = (what: string, iso: string | null): string[] =>
  iso === null ? [] : [`${what} ${iso.slice(0, 16).replace("T", " ")} UTC`];
