/** What the metadata of the authorization server says of PKCE, and what happens without them. */
import { expect, test } from "vitest";
import { logInThroughBrowser } from "../../src/suite/credentials/oauth/browser-login.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { clientOf, nobody, serveOAuth } from "../helpers/oauth.ts";

/** Logs in while requests for the server's metadata get this status, and returns the page that is opened. */
async function shownWhereConfigurationIs(status: number): Promise<string> {
  const served = await serveOAuth();
  const { baseUrl } = await serveFakeApi({
    otherwise: (_request, response) => void response.writeHead(status).end(),
  });
  let shown = "";
  const waiting = new AbortController();
  const login = logInThroughBrowser({
    client: { ...clientOf(served), baseUrl: new URL(baseUrl).href },
    redirectUri: served.oauth.redirectUri,
    show: (url) => {
      shown = url.replace(baseUrl, "http://127.0.0.1:PORT");
      waiting.abort();
    },
    askForAddress: nobody,
    signal: waiting.signal,
    now: Date.now,
  });
  const failure = await login.then(() => "", String);
  return shown === "" ? failure : shown;
}

test("a server without metadata is treated as the specification describes it", async () => {
  const shown = await shownWhereConfigurationIs(404);
  expect(shown).toContain("http://127.0.0.1:PORT/oauth2/0/auth?");
  expect(shown).not.toContain("code_challenge");
});

test.each([500, 429, 302])(
  "a server that fails with %d is not assumed to lack PKCE",
  async (status) => {
    expect(await shownWhereConfigurationIs(status)).toMatch(
      /^ToolError: (upstream_failed|rate_limited)/,
    );
  },
);
