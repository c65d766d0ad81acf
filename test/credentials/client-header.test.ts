/** The client's own header (spec, Scheme 2, step 4): plain base64 of id and secret. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Secret } from "../../src/base/secrets/secret.ts";
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { clientOf, logIn, serveOAuth } from "../helpers/oauth.ts";

test("the header is plain base64 for any id and secret", async () => {
  const { baseUrl, requests } = await serveFakeApi({
    otherwise: { access_token: "a", token_type: "bearer", expires_in: 60 },
  });
  const login = await logIn(await serveOAuth());
  const characters = fc.string({
    unit: fc.constantFrom("-", "+", "/", "_", ".", "~", "=", "%", "&", " ", "a", "Z", "0"),
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(characters, characters, async (clientId, secret) => {
      const clientSecret = new Secret(secret);
      await refreshLogin({ ...login, baseUrl, clientId, clientSecret }, Date.now);
      expect(requests().at(-1)?.headers.authorization).toBe(
        `Basic ${btoa(`${clientId}:${secret}`)}`,
      );
    }),
    { numRuns: 50 },
  );
});

test("the sandbox rejects a form-encoded header, like the API", async () => {
  const served = await serveOAuth();
  const { clientId, clientSecret } = clientOf(served);
  const encoded = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret.reveal())}`;
  const response = await fetch(`${served.baseUrl}/oauth2/0/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(encoded)}` },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "any" }),
  });
  expect(await response.json()).toMatchObject({ error: "invalid_client" });
});
