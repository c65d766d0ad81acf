/** Says who one is, where the credentials come from, what ends when, and what is left of the quota. */
import { ToolError } from "../errors/tool-error.ts";
import type { Environment } from "../credentials/credentials.ts";
import type { Found } from "../credentials/find.ts";
import { endOf } from "../credentials/lives.ts";
import type { QuotaLeft } from "../quota/gate.ts";
import { plural } from "../text/words.ts";
import { credentialsOf } from "./credentials.ts";
import type { Options } from "./options.ts";
import { errorJson, forPerson, report, type Report } from "./report.ts";
import { identify, type Identity } from "./who.ts";

export const status = (options: Options): Promise<void> =>
  report(options, async () => {
    const found = await credentialsOf(options);
    const proof = await prove(found, options.environment);
    // After the proof: it may have renewed the tokens.
    return told(found, proof, livesOf(found));
  });

type Proof = { readonly identity: Identity } | { readonly error: ToolError };

async function prove(found: Found, environment: Environment): Promise<Proof> {
  try {
    return { identity: await identify(found, environment) };
  } catch (error) {
    if (error instanceof ToolError) return { error };
    throw error;
  }
}

interface Lives {
  /** Milliseconds since 1970. */
  readonly accessToken?: number;
  readonly login?: number;
}

function livesOf({ stored }: Found): Lives {
  const login = stored?.login();
  if (login === undefined || login.scheme === "basic") return {};
  const end = endOf(login);
  return { accessToken: login.accessTokenUntil, ...(end === undefined ? {} : { login: end }) };
}

function told(found: Found, proof: Proof, lives: Lives): Report {
  const { baseUrl, origin, stored } = found;
  const identity = "identity" in proof ? proof.identity : undefined;
  const error = "error" in proof ? proof.error : undefined;
  const quota = identity?.quota;
  const account = stored === undefined ? "" : `, login ${stored.account}`;
  const lines = [
    error === undefined
      ? `Logged in to ${baseUrl.href} as ${identity?.user ?? ""}.`
      : `${error.code}: ${error.problem}\n${forPerson(error.next)}\nBase URL: ${baseUrl.href}`,
    `Credentials: from ${origin}${account}`,
    ...(error === undefined ? [...livesLines(lives), quotaLine(quota)] : []),
  ];
  return {
    failed: error !== undefined,
    text: lines.join("\n"),
    json: {
      base_url: baseUrl.href,
      origin,
      account: stored?.account ?? null,
      user: identity?.user ?? null,
      access_token_ends: error === undefined ? isoOf(lives.accessToken) : null,
      login_ends: error === undefined ? isoOf(lives.login) : null,
      requests_left: quota?.requests ?? null,
      ...(error === undefined ? {} : { error: errorJson(error) }),
    },
  };
}

const livesLines = (lives: Lives): string[] => [
  ...timeLine("Access token: renewed by itself before", lives.accessToken),
  ...timeLine("Login: ends", lives.login),
];

const quotaLine = (quota: QuotaLeft | undefined): string =>
  `Quota: ${quota?.isReported === true ? "" : "at most "}${plural(quota?.requests ?? 0, "request")} left this hour`;

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const timeLine = (what: string, time: number | undefined): string[] =>
  time === undefined
    ? []
    : [`${what} ${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`];
