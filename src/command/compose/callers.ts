/** The flags that decide who may call over HTTP, and the authentication that they configure. */
import { join, resolve } from "node:path";
import { isEncryptedOrLocal } from "../../suite/api/base-url.ts";
import { BearerTokens } from "../../server/callers/bearer-tokens.ts";
import { MappedCallers } from "../../server/callers/mapped-callers.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import { checkAccount } from "../../suite/credentials/store.ts";
import { readLogin } from "../../suite/credentials/login.ts";
import { ToolError, toolErrorOf } from "../../base/errors/tool-error.ts";
import { noAuthentication, tokenAuthentication } from "../../server/http/authentication.ts";
import type { Authentication } from "../../server/http/authentication.ts";
import type { Log } from "../../base/log/log.ts";
import { storeOf } from "./credentials.ts";
import { labelsFlag } from "../terminal/shared-flags.ts";
import { kindOf, optional, repeatable, text, UsageError, withDefault } from "../terminal/flags.ts";
import { withVariables, type Values } from "../terminal/flags.ts";
import { stateFolder } from "./folders.ts";
import { shownError } from "../terminal/report.ts";

/** `tokens:FILE` with its absolute path, or `oauth`. */
const authentication = kindOf<{ readonly tokens: string } | "oauth">(
  "tokens:FILE|oauth",
  "tokens:FILE or oauth",
  (method) => {
    if (method === "oauth") return "oauth";
    return /^tokens:./.test(method)
      ? { tokens: resolve(method.slice("tokens:".length)) }
      : undefined;
  },
);

const secureUrl = kindOf("URL", "a URL that starts with https://", (address) => {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const { username, password, search, hash } = url;
  // They are published.
  const isPublic = username + password + search + hash === "";
  return isPublic && isEncryptedOrLocal(url) ? address : undefined;
});

/** Some providers name claims like URLs. */
const claimName = kindOf("NAME", "the name of a claim", (name) =>
  /^[\w:/.-]{1,200}$/.test(name) ? name : undefined,
);

export const authenticationFlags = withVariables({
  auth: optional(authentication, "how callers prove who they are"),
  issuer: optional(secureUrl, "URL of the identity provider that signs the callers' tokens"),
  audience: optional(
    secureUrl,
    "URL at which callers reach this server, the audience of their tokens",
  ),
  "account-claim": withDefault(claimName, "sub", "claim of a token that names the caller"),
  callers: optional(text("FILE"), "file that maps callers to logins"),
});

export const callersFile = (named: string | undefined): string =>
  named === undefined ? join(stateFolder(), "callers.json") : resolve(named);

/** @throws UsageError for flags that do not fit together, ToolError `invalid_input` for a damaged file. */
export async function readAuthentication(
  values: Values<typeof authenticationFlags>,
  log: Log,
): Promise<Authentication> {
  const { auth, issuer, audience, "account-claim": claim, callers } = values;
  if (auth === "oauth") {
    if (issuer === undefined || audience === undefined)
      throw new UsageError(
        "--auth oauth needs --issuer URL (the identity provider) and --audience URL (this server's public address, such as https://mcp.example.com/mcp)",
      );
    const { identityProvider } = await import("../../server/callers/identity-provider.ts");
    const { protectedResource } = await import("../../server/http/protected-resource.ts");
    const provider = identityProvider(issuer);
    const onUnreachable = ({ message }: Error): void =>
      log({ event: "identity provider", problem: message });
    const path = callersFile(callers);
    const mapped = await filled(
      new MappedCallers(path),
      `${path} maps no caller to a login: add one by social-analytics-mcp caller map SUBJECT --issuer URL`,
    );
    const resource = { provider, audience: new URL(audience), claim, callers: mapped };
    return protectedResource({ ...resource, onUnreachable });
  }
  const oauthFlag = Object.entries({ issuer, audience, callers }).find(
    ([, value]) => value !== undefined,
  );
  if (oauthFlag !== undefined) throw new UsageError(`--${oauthFlag[0]} needs --auth oauth`);
  if (auth === undefined) return noAuthentication;
  const tokens = await filled(
    new BearerTokens(auth.tokens),
    `${auth.tokens} holds no token: make one by social-analytics-mcp token add NAME --auth tokens:${auth.tokens}`,
  );
  return tokenAuthentication(tokens);
}

/** @throws UsageError for a file without entries: nobody could call. */
async function filled<Callers extends BearerTokens | MappedCallers>(
  file: Callers,
  problem: string,
): Promise<Callers> {
  if ((await file.list()).length > 0) return file;
  throw new UsageError(problem);
}

/** The logins and labels of a caller. A caller without logins has the server's own; one without labels sees all pages. */
export const permittedFlags = {
  account: repeatable(
    text("NAME"),
    "stored login that the caller uses (default: the server's own)",
  ),
  ...labelsFlag,
};

/** The stored logins that a caller may use, and the labels of the pages that it sees. */
export interface Permitted {
  readonly account: string[];
  readonly labels: string[];
}

export const readPermitted = ({ account, labels }: Values<typeof permittedFlags>): Permitted => ({
  account: [...new Set(account.map((name) => checkAccount(name)))],
  labels: [...new Set(labels)],
});

/** Returns what a person has to know about logins that cannot be used yet: they may be added later. */
export async function loginProblems(
  environment: Environment,
  accounts: readonly string[],
): Promise<string[]> {
  if (accounts.length === 0) return [];
  const store = await storeOf(environment);
  const logins = await Promise.all(
    accounts.map((account) => readLogin(store, account).catch(toolErrorOf)),
  );
  return logins.flatMap((login) =>
    login instanceof ToolError ? [`${login.problem}.`, shownError(login).advice] : [],
  );
}

/** `login acme`, `logins acme and globex, for pages with the label Retail`. */
export function permittedText({ account, labels }: Permitted): string {
  const logins =
    account.length === 0
      ? "the server's own login"
      : `${account.length === 1 ? "login" : "logins"} ${account.join(" and ")}`;
  if (labels.length === 0) return logins;
  return `${logins}, for pages with the label ${labels.map((label) => JSON.stringify(label)).join(" or ")}`;
}
