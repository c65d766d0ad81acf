/** Logs in: proves the credentials with one request, then stores them. */
import { parseBaseUrl } from "../../suite/api/base-url.ts";
import { fixedAuthorization } from "../../suite/api/authorization.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { readCredential, readSetting, type Environment } from "../../suite/credentials/settings.ts";
import {
  headerOf,
  problemsOf,
  readLogin,
  writeLogin,
  type Login,
} from "../../suite/credentials/login.ts";
import { defaultAccount, type CredentialStore } from "../../suite/credentials/store.ts";
import { askFor, askForScheme, askForSecret, askOrRead } from "../terminal/ask.ts";
import { inspect } from "../compose/connection.ts";
import { patience, revoke, storeOf } from "../compose/credentials.ts";
import { defineCommand, type Arguments } from "../terminal/command.ts";
import { optional, text, toggle, UsageError, variableOf } from "../terminal/flags.ts";
import { jsonFlag, loginFlags, readAccount } from "../terminal/shared-flags.ts";
import { complain } from "../terminal/output.ts";
import { shownError } from "../terminal/report.ts";

const flags = {
  basic: toggle("log in with a token and a secret, one line each on stdin"),
  oauth: toggle("log in in a browser; the client secret is read from stdin"),
  ...loginFlags,
  "client-id": optional(text("ID"), "client id, for --oauth"),
  "redirect-uri": optional(text("URI"), "registered redirect URI, for --oauth"),
  "no-browser": toggle("print the address of the login page, but do not open it"),
  ...jsonFlag,
};

type Input = Arguments<typeof flags>;

export const command = defineCommand({
  name: "login",
  summary: "log in and store the credentials; prompts for what no flag gives",
  examples: ["", "--basic --base-url https://api.example.com", "--oauth --account agency"],
  flags,
  async run(input) {
    const { environment } = input;
    const account = readAccount(input);
    const store = await storeOf(environment, patience.person);
    // Before anything is asked or sent, these throw if the store stores no logins or cannot be reached.
    await store.ready();
    await store.accounts();
    const { login, user, replaced } = await logIn(input, store, account).finally(() =>
      // An open stdin would keep the process running.
      process.stdin.destroy(),
    );
    const named = account === defaultAccount ? "" : ` as ${account}`;
    const { baseUrl: base_url, scheme } = login;
    const stored = `Logged in to ${base_url} as ${user}. The login is stored in ${store.name}${named}.`;
    const replacement = replaced && [
      `It replaces a login for ${replaced.baseUrl}, which running servers use until they are restarted.`,
    ];
    const problems = problemsOf(login);
    const notes = [stored, ...problems, ...(replacement ?? []), ...overrideNotes(input)];
    const json = { account, store: store.name, base_url, scheme, user, problems };
    return { text: notes.join("\n"), json };
  },
});

interface LoginResult {
  readonly login: Login;
  readonly user: string;
  readonly replaced: Login | undefined;
}

/** Asks a person again for a token and a secret that are rejected: a mistake in what nobody sees is easily made. */
async function logIn(input: Input, store: CredentialStore, account: string): Promise<LoginResult> {
  const { environment } = input;
  const { scheme, baseUrl } = await chosen(input);
  const prove = (login: Login): Promise<LoginResult> =>
    proveAndStore(login, store, account, environment).catch((error: unknown) =>
      discard(login, error),
    );
  if (scheme === "oauth") return prove(await oauthLogin(input, baseUrl));
  for (;;) {
    const login = await basicLogin(input, baseUrl);
    try {
      return await prove(login);
    } catch (error) {
      const isRejected = error instanceof ToolError && error.code === "unauthorized";
      if (!isRejected || !process.stdin.isTTY) throw error;
      complain(`${error.code}: ${shownError(error).message}\nEnter them again, or press Ctrl+C.`);
    }
  }
}

async function proveAndStore(
  login: Login,
  store: CredentialStore,
  account: string,
  environment: Environment,
): Promise<LoginResult> {
  const authorization = fixedAuthorization(headerOf(login));
  const { user } = await inspect({ baseUrl: new URL(login.baseUrl), authorization }, environment);
  if (user instanceof ToolError) throw user;
  const replaced = await store.locked(account, async () => {
    const before = await readLogin(store, account).catch(noLogin);
    await writeLogin(store, account, login);
    return before;
  });
  return { login, user, replaced };
}

/** Nobody could use or revoke the tokens of a login that is not stored. */
async function discard(login: Login, error: unknown): Promise<never> {
  const [isRevoked, note] = await revoke(login);
  if (isRevoked !== null) complain(`The login is not stored. ${note}`);
  throw error;
}

/** A missing or unreadable login is replaced. Any other failure would repeat itself with the new one. */
function noLogin(error: unknown): undefined {
  if (!(error instanceof ToolError) || error.code !== "not_logged_in") throw error;
}

/** Credentials of the environment take precedence over a login that is not named. */
function overrideNotes({ environment, values }: Input): string[] {
  const set = ["TOKEN", "SECRET", "ACCESS_TOKEN"]
    .map(variableOf)
    .filter((name) => environment[name]);
  if (values.account !== undefined || set.length === 0) return [];
  return [`${set.join(" and ")} in the environment takes precedence: unset it to use this login.`];
}

/** The way to log in and the API, from the command line or from a person. */
async function chosen({
  environment,
  values,
}: Input): Promise<{ readonly scheme: "basic" | "oauth"; readonly baseUrl: URL }> {
  if (values.basic && values.oauth) throw new UsageError("--basic and --oauth exclude each other");
  const flag = (["basic", "oauth"] as const).find((name) => values[name]);
  // Without a terminal, this is the usage error of a command line without any flag.
  const scheme = process.stdin.isTTY ? flag : (flag ?? (await askForScheme()));
  const url = values["base-url"] ?? readSetting(environment, "BASE_URL");
  const example = "The base URL of the API, such as https://api.example.com";
  const address = url ?? (await askFor(example, "login takes --base-url URL", parseBaseUrl));
  const baseUrl = parseBaseUrl(address);
  return { baseUrl, scheme: scheme ?? (await askForScheme()) };
}

async function basicLogin({ environment }: Input, baseUrl: URL): Promise<Login> {
  const usage =
    "login --basic takes two lines on stdin, the token and the secret; with SOCIAL_ANALYTICS_TOKEN set, the secret alone";
  const token = readCredential(environment, "TOKEN") ?? (await askForSecret("The token", usage));
  const secret = await askForSecret("The secret", usage);
  return { scheme: "basic", id: crypto.randomUUID(), baseUrl: baseUrl.href, token, secret };
}

async function oauthLogin({ environment, values }: Input, baseUrl: URL): Promise<Login> {
  const { isOnThisMachine } = await import("../../suite/credentials/oauth/redirect.ts");
  const clientId =
    values["client-id"] ??
    (await askFor("The client id of the integration", "login --oauth takes --client-id"));
  const askRedirect = async (): Promise<string> => {
    const example = "Its redirect URI, such as http://127.0.0.1:8765/callback";
    const value =
      values["redirect-uri"] ??
      (await askFor(example, "login --oauth takes --redirect-uri", isOnThisMachine));
    isOnThisMachine(value);
    return value;
  };
  // Without a terminal, stdin has the secret alone: what a flag lacks is an error before it is read.
  const uri = process.stdin.isTTY ? values["redirect-uri"] : await askRedirect();
  const clientSecret =
    readCredential(environment, "CLIENT_SECRET") ??
    (await askForSecret(
      "Its client secret",
      "login --oauth takes the client secret on stdin, or from SOCIAL_ANALYTICS_CLIENT_SECRET",
    ));
  const redirectUri = uri ?? (await askRedirect());
  const { logInThroughBrowser } = await import("../../suite/credentials/oauth/browser-login.ts");
  return logInThroughBrowser({
    client: { baseUrl: baseUrl.href, clientId, clientSecret },
    redirectUri,
    show: (url) => void showPage(url, redirectUri, !values["no-browser"]),
    async askForAddress(problem) {
      if (problem !== undefined) complain(problem);
      return askOrRead(
        "The address to which the browser was sent",
        `login --oauth takes the address to which the browser was sent as a line on stdin, because ${redirectUri} is not on this machine`,
      );
    },
    // The 10 minutes that `showPage` states.
    signal: AbortSignal.timeout(10 * 60 * 1000),
    now: Date.now,
  });
}

async function showPage(url: string, redirectUri: string, openBrowser: boolean): Promise<void> {
  const { isOnThisMachine } = await import("../../suite/credentials/oauth/redirect.ts");
  const next = isOnThisMachine(redirectUri)
    ? ""
    : `Then copy the address to which the browser is sent, which begins with ${redirectUri}, and paste it here, even if that page shows an error. `;
  complain(
    `Allow access on this page:\n\n  ${url}\n\n${next}The login waits for 10 minutes; Ctrl+C cancels it. If the page shows an error, check the client id and that the redirect URI is the registered one.\n`,
  );
  if (!openBrowser) return;
  const { default: open } = await import("open");
  const browser = await open(url).catch(() => undefined);
  browser?.once("error", () => complain("The browser did not open: open the page yourself."));
}
