/** The authorization server's texts carry no secret of a stored login into the output of a command. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Canaries } from "../helpers/canaries.ts";
import { newUser } from "../helpers/commands.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { formsOf } from "../helpers/secret-forms.ts";

const secrets = {
  clientSecret: "canary/Client+secret",
  accessToken: "canary-Access-token_1234567890",
  refreshToken: "canary-Refresh-token_1234567890",
};

/** A login whose access token has expired, stored in a file. */
const storedLogin = (baseUrl: string): string =>
  JSON.stringify({
    logins: {
      default: JSON.stringify({
        scheme: "oauth",
        id: "the-login",
        baseUrl: new URL(baseUrl).href,
        clientId: "the-client",
        ...secrets,
        accessTokenUntil: 0,
        accessTokenLife: 60,
        refreshTokenSince: Date.now(),
      }),
    },
  });

test("an error of the authorization server is shown without the secrets that it repeats", async () => {
  const canaries = new Canaries();
  canaries.plant(...Object.values(secrets), `the-client:${secrets.clientSecret}`);
  const forms = Object.values(secrets).flatMap(formsOf);
  let sent = 0;
  const { baseUrl } = await serveFakeApi({
    otherwise: ({ url }, response) => {
      const form = forms[sent % forms.length] ?? "";
      sent += 1;
      response.statusCode = 400;
      return url.startsWith("/oauth2/")
        ? JSON.stringify({ error: `no ${form.slice(0, 4)}\u200B${form.slice(4)}` })
        : failure(400, form);
    },
  });
  const user = newUser();
  const store = join(user["HOME"] ?? "", "credentials");
  let shown = "";
  for (let round = 0; round < 3; round += 1) {
    writeFileSync(store, storedLogin(baseUrl), { mode: 0o600 });
    for (const words of [
      ["call", "get_current_user"],
      ["status"],
      ["status", "--json"],
      ["doctor"],
      ["doctor", "--json"],
      ["logout"],
    ]) {
      const { stdout, stderr } = await canaries.run(words, user, /authorization server|Logged out/);
      shown += stdout + stderr;
    }
  }
  expect(shown).toContain("the authorization server rejected the request");
  expect(shown).toContain("[redacted]");
  canaries.sawFiles(user["HOME"] ?? "", store);
  expect(canaries.leaks()).toEqual([]);
  expect(readFileSync(store, "utf8")).not.toContain("canary");
});
