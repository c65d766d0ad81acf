/** Prints the user, the source of the credentials, when they expire, and the quota that is left. */
import { ToolError } from "../errors/tool-error.ts";
import type { Found } from "../credentials/find.ts";
import { endOf } from "../credentials/lives.ts";
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
    const proof = await identify(found, input.environment).catch(toolErrorOf);
    return reportOf(found, proof);
  },
});

function reportOf(found: Found, proof: Identity | ToolError): Report {
  const { baseUrl, origin, stored } = found;
  const failed = proof instanceof ToolError;
  // The proof may have renewed the tokens, so their lifetimes are read after it.
  const login = failed ? undefined : stored?.login();
  const isOAuth = login?.scheme === "oauth";
  const accessTokenEnd = isOAuth ? isoOf(login.accessTokenUntil) : null;
  const loginEnd = isOAuth ? isoOf(endOf(login)) : null;
  const lines = failed
    ? [`${proof.code}: ${proof.problem}`, forPerson(proof.next), `Base URL: ${baseUrl.href}`]
    : [`Logged in to ${baseUrl.href} as ${proof.user}.`];
  lines.push(
    `Credentials: ${sourceOf(found)}`,
    ...timeLine("Access token: renewed automatically before", accessTokenEnd),
    ...timeLine("Login: expires", loginEnd),
    ...(failed ? [] : [quotaLine(proof)]),
  );
  return {
    failed,
    text: lines.join("\n"),
    json: {
      base_url: baseUrl.href,
      origin,
      account: stored?.account ?? null,
      user: failed ? null : proof.user,
      access_token_ends: accessTokenEnd,
      login_ends: loginEnd,
      requests_left: failed ? null : proof.quota.requests,
      ...(failed ? { error: errorJson(proof) } : {}),
    },
  };
}

const quotaLine = ({ quota: { isReported, requests } }: Identity): string =>
  `Quota: ${isReported ? "" : "at most "}${plural(requests, "request")} left this hour`;

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const timeLine = (what: string, iso: string | null): string[] =>
  iso === null ? [] : [`${what} ${iso.slice(0, 16).replace("T", " ")} UTC`];
