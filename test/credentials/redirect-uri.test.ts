/** The redirect URI of a login: sent unchanged, listened on where it is on this machine, pasted where it is elsewhere. */
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { logInThroughBrowser } from "../../src/suite/credentials/oauth/browser-login.ts";
import {
  browse,
  browseUntil,
  clientOf,
  freePort,
  logIn,
  nobody,
  serveOAuth,
} from "../helpers/oauth.ts";
import { eventually } from "../helpers/waiting.ts";

test("the registered redirect URI is sent unchanged", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}`;
  const served = await serveOAuth({ oauth: { redirectUri } });
  await expect(logIn(served)).resolves.toMatchObject({ scheme: "oauth" });
});

test("an unregistered redirect URI is an error, which the page explains", async () => {
  const served = await serveOAuth();
  const redirectUri = `http://127.0.0.1:${await freePort()}/other`;
  let page = "";
  const waiting = new AbortController();
  const login = logInThroughBrowser({
    client: clientOf(served),
    redirectUri,
    show: (url) => {
      void (async () => {
        page = await (await browse(url)).text();
        waiting.abort();
      })();
    },
    askForAddress: nobody,
    signal: waiting.signal,
    now: Date.now,
  });
  await expect(login).rejects.toThrow("unauthorized: no answer came from the browser");
  expect(page).toContain("redirect_uri");
});

test.each(["http://127.0.0.1/callback", "callback"])(
  "a redirect URI that this machine cannot listen on is rejected: %s",
  async (redirectUri) => {
    const served = await serveOAuth();
    await expect(logIn(served, Date.now, redirectUri)).rejects.toThrow(
      "invalid_input: the redirect URI must be an address; on this machine, it has the form",
    );
  },
);

test("a port that is in use is named", async () => {
  const served = await serveOAuth();
  const { port } = new URL(served.oauth.redirectUri);
  const occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(Number(port), "127.0.0.1", resolve));
  onTestFinished(() => void occupant.close());
  await expect(logIn(served)).rejects.toThrow(`invalid_input: port ${port} of the redirect URI`);
});

/** Logs in with a redirect URI that is not on this machine, with these answers of the user. */
async function pasting(answers: (arrived: URL) => readonly string[]): Promise<readonly unknown[]> {
  const redirectUri = "https://app.example.invalid/callback?from=suite";
  const served = await serveOAuth({ oauth: { redirectUri } });
  let arrived = new URL(redirectUri);
  const problems: (string | undefined)[] = [];
  const login = await logInThroughBrowser({
    client: clientOf(served),
    redirectUri,
    show: (url) => void arrive(url),
    async askForAddress(problem) {
      problems.push(problem);
      await eventually(() => expect(arrived.searchParams.has("code")).toBe(true));
      return answers(arrived)[problems.length - 1] ?? arrived.href;
    },
    signal: AbortSignal.timeout(20_000),
    now: Date.now,
  });
  return [login.scheme, ...problems];

  /** The browser's last address: nobody serves it. */
  async function arrive(url: string): Promise<void> {
    arrived = await browseUntil(url, "https://app.example.invalid");
  }
}

test("with a redirect URI elsewhere, the user pastes the address to which the browser was sent", async () => {
  expect(await pasting(() => [])).toEqual(["oauth", undefined]);
});

test("an address that is not the answer to this login is asked for again", async () => {
  const withState = (url: URL, state: string): string => {
    const changed = new URL(url);
    changed.searchParams.set("state", state);
    return changed.href;
  };
  const outcome = await pasting((arrived) => [
    "the code",
    "https://elsewhere.example.invalid/callback?code=x",
    withState(arrived, "forged"),
    `  ${arrived.href}\n`,
  ]);
  const incomplete = expect.stringContaining("not the whole address");
  const forged = expect.stringContaining("does not belong to this login");
  expect(outcome).toEqual(["oauth", undefined, incomplete, incomplete, forged]);
});
