/** Logs in: asks or is told, proves it with one request, then stores it. */
import { createInterface } from "node:readline";
import { parseBaseUrl } from "../api/base-url.ts";
import { fixedAuthorization } from "../api/authorization.ts";
import { Secret } from "../secrets/secret.ts";
import { readCredential, readSetting } from "../credentials/settings.ts";
import { headerOf, newLoginId, readLogin, writeLogin, type Login } from "../credentials/login.ts";
import { withLock } from "../files/lock.ts";
import { checkAccount, defaultAccount } from "../credentials/store.ts";
import { patience, storeOf } from "./credentials.ts";
import { UsageError } from "./flags.ts";
import type { Options } from "./options.ts";
import { report, withoutSandbox, type Report } from "./report.ts";
import { complain } from "./terminal.ts";
import { identify } from "./who.ts";

/** Milliseconds to allow access in the browser. */
const browserPatience = 10 * 60 * 1000;

export const login = (options: Options): Promise<void> => report(options, () => logIn(options));

async function logIn(options: Options): Promise<Report> {
  withoutSandbox(options);
  const account = checkAccount(options.account ?? defaultAccount);
  const store = storeOf(options, patience.person);
  const made = await makeLogin(options);
  const authorization = fixedAuthorization(headerOf(made));
  const { user } = await identify(
    { baseUrl: new URL(made.baseUrl), authorization },
    options.environment,
  );
  const replaced = await withLock(store.lockFile(account), async () => {
    const before = await readLogin(store, account).catch(() => undefined);
    await writeLogin(store, account, made);
    return before;
  });
  const named = account === defaultAccount ? "" : ` as ${account}`;
  const sentences = [
    `Logged in to ${made.baseUrl} as ${user}. The login is kept in ${store.name}${named}.`,
    ...(replaced === undefined
      ? []
      : [
          `It replaces one for ${replaced.baseUrl}, which running servers may use until they are restarted.`,
        ]),
    ...overruled(options),
  ];
  return {
    text: sentences.join("\n"),
    json: { account, store: store.name, base_url: made.baseUrl, scheme: made.scheme, user },
  };
}

/** The environment is used before a login that is not named. */
function overruled({ environment, account }: Options): string[] {
  const names = ["TOKEN", "SECRET", "ACCESS_TOKEN"].map((name) => `SOCIAL_ANALYTICS_${name}`);
  const set = names.filter((name) => (environment[name] ?? "") !== "");
  if (account !== undefined || set.length === 0) return [];
  return [`${set.join(" and ")} in the environment goes before it: unset that to use this login.`];
}

async function makeLogin(options: Options): Promise<Login> {
  const { environment, login: chosen } = options;
  const isInteractive = process.stdin.isTTY;
  if (chosen.scheme === undefined && !isInteractive) {
    throw new UsageError(
      "login asks on a terminal; without one, it takes --basic or --oauth, and the secret on stdin",
    );
  }
  const given = options.baseUrl ?? readSetting(environment, "BASE_URL");
  if (given === undefined && !isInteractive) throw new UsageError("login takes --base-url URL");
  const { askFor, askForScheme } = await import("./ask.ts");
  const scheme = chosen.scheme ?? (await askForScheme());
  const baseUrl = parseBaseUrl(
    given ??
      (await askFor("The base URL of the API, such as https://api.example.com", parseBaseUrl)),
  );
  return scheme === "basic" ? basicLogin(options, baseUrl) : oauthLogin(options, baseUrl);
}

/** The token from the environment or the first line of stdin, the secret from the line after it. */
async function basicLogin({ environment }: Options, baseUrl: URL): Promise<Login> {
  const known = readCredential(environment, "TOKEN");
  const scheme = "basic" as const;
  if (process.stdin.isTTY) {
    const { askForSecret } = await import("./ask.ts");
    const token = known ?? (await askForSecret("The token"));
    const secret = await askForSecret("The secret");
    return { scheme, id: newLoginId(), baseUrl: baseUrl.href, token, secret };
  }
  const lines = await linesOfStdin(known === undefined ? 2 : 1);
  const [token, secret] = known === undefined ? lines : [known, ...lines];
  if (token === undefined || secret === undefined) {
    throw new UsageError(
      "login --basic takes two lines on stdin, the token and the secret; with SOCIAL_ANALYTICS_TOKEN set, the secret alone",
    );
  }
  return { scheme, id: newLoginId(), baseUrl: baseUrl.href, token, secret };
}

async function oauthLogin(options: Options, baseUrl: URL): Promise<Login> {
  const { environment, login: chosen } = options;
  const isInteractive = process.stdin.isTTY;
  const { askFor, askForSecret } = await import("./ask.ts");
  const asked = async (
    flag: string,
    given: string | undefined,
    message: string,
  ): Promise<string> => {
    if (given !== undefined) return given;
    if (isInteractive) return askFor(message);
    throw new UsageError(`login --oauth takes --${flag}`);
  };
  const clientId = await asked("client-id", chosen.clientId, "The client id of the integration");
  const redirectUri = await asked(
    "redirect-uri",
    chosen.redirectUri,
    "Its redirect URI, such as http://127.0.0.1:8765/callback",
  );
  const clientSecret =
    readCredential(environment, "CLIENT_SECRET") ??
    (isInteractive ? await askForSecret("Its client secret") : (await linesOfStdin(1))[0]);
  if (clientSecret === undefined) {
    throw new UsageError(
      "login --oauth takes the client secret on stdin, or from SOCIAL_ANALYTICS_CLIENT_SECRET",
    );
  }
  const { logInThroughBrowser } = await import("../credentials/oauth/browser-login.ts");
  return logInThroughBrowser({
    client: { baseUrl, clientId, clientSecret },
    redirectUri,
    show: (url) => void showPage(url, chosen.openBrowser),
    signal: AbortSignal.timeout(browserPatience),
    now: Date.now,
  });
}

async function showPage(url: string, openBrowser: boolean): Promise<void> {
  complain(
    `Allow access on this page:\n\n  ${url}\n\nThis waits for 10 minutes; Ctrl+C ends it. Where the page shows an error, check the client id, and that the redirect URI is the registered one.\n`,
  );
  if (!openBrowser) return;
  const { default: open } = await import("open");
  const browser = await open(url).catch(() => undefined);
  browser?.once("error", () => complain("No browser could be opened: open the page yourself."));
}

/** What is written after them is not waited for. */
async function linesOfStdin(most: number): Promise<Secret[]> {
  const lines: Secret[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== "") lines.push(new Secret(line.trim()));
    if (lines.length === most) break;
  }
  process.stdin.destroy();
  return lines;
}
