/** The answer of the consent page: at an address of this machine, or pasted by the user. */
import { createServer } from "node:net";
import { onTestFinished, expect, test } from "vitest";
import {
  isOnThisMachine,
  listenForRedirect,
  receiveRedirect,
  type RedirectListener,
} from "../../src/suite/credentials/oauth/redirect.ts";
import { freePort } from "../helpers/oauth.ts";

const noRedirect =
  /^invalid_input: the redirect URI must be an address; on this machine, it has the form http:\/\/127\.0\.0\.1:8765\/callback\nRegister such a redirect URI in the settings of the integration, and pass the same one here \(--redirect-uri\)\.$/;

test("an address of this machine is one by its name, not by its text", () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]"])
    expect(isOnThisMachine(`http://${host}:8765/callback`)).toBe(true);
  for (const host of ["app.example.com", "127.0.0.1.example.com", "localhost.example.com"])
    expect(isOnThisMachine(`https://${host}/localhost`)).toBe(false);
  expect(() => isOnThisMachine("callback")).toThrow(noRedirect);
});

async function listening(name = "127.0.0.1"): Promise<RedirectListener & { readonly uri: string }> {
  const uri = `http://${name}:${await freePort()}/callback`;
  const listener = await listenForRedirect(uri, "right");
  onTestFinished(() => listener.close());
  return { ...listener, uri };
}

test("the answer with the state of this login arrives, and the page says that it can be closed", async () => {
  const { uri, arrived } = await listening();
  const response = await fetch(`${uri}?state=right&code=c%2B1`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("You can close this page.");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  const url = await arrived();
  expect(url.href).toBe(`${uri}?state=right&code=c%2B1`);
});

test.each([
  ["localhost", ["127.0.0.1", "[::1]"]],
  ["127.0.0.1", ["127.0.0.1"]],
  ["[::1]", ["[::1]"]],
])("%s is listened to at each of its addresses", async (name, hosts) => {
  for (const host of hosts) {
    const { uri, arrived } = await listening(name);
    await fetch(`${uri.replace(name, host)}?state=right`);
    expect((await arrived()).href).toBe(`${uri}?state=right`);
  }
});

test.each(["127.0.0.1", "::1"])(
  "a program that listens at %s would get the code, so localhost is refused",
  async (host) => {
    const occupant = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => occupant.listen({ port, host, ipv6Only: true }, resolve));
    onTestFinished(() => void occupant.close());
    await expect(listenForRedirect(`http://localhost:${port}/callback`, "right")).rejects.toThrow(
      `port ${port} of the redirect URI is not available at ${host}\nEnd the program`,
    );
    // The address that was free is free again.
    const free = createServer();
    const rest = host === "::1" ? "127.0.0.1" : "::1";
    await new Promise<void>((resolve, reject) => {
      free.once("error", reject).listen({ port, host: rest, ipv6Only: true }, resolve);
    });
    free.close();
  },
);

test("an error ends the wait only with the state of this login: any page can send another", async () => {
  const { uri, arrived } = await listening();
  expect((await fetch(`${uri}?error=access_denied&state=wrong`)).status).toBe(400);
  expect((await fetch(`${uri}?code=1`)).status).toBe(400);
  const without = await fetch(`${uri}?error=access_denied`);
  expect([without.status, await without.text()]).toEqual([
    400,
    "This is not the answer to the login that waits. If you ended that login, press Ctrl+C in the terminal.\n",
  ]);
  expect((await fetch(`${uri}?error=access_denied&state=right`)).status).toBe(200);
  expect((await arrived()).href).toBe(`${uri}?error=access_denied&state=right`);
});

test.each(["?state=wrong", "", "/other?state=right", "/../other?state=right"])(
  "any other request is answered with 400: %j",
  async (rest) => {
    const { uri } = await listening();
    const response = await fetch(uri + rest);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("This is not the answer to the login that waits.");
  },
);

test.each([
  "https://127.0.0.1:8765/callback",
  "http://example.com:8765/callback",
  "http://127.0.0.1/callback",
  "http://localhost/callback",
])("nothing can listen at %s", async (uri) => {
  await expect(listenForRedirect(uri, "right")).rejects.toThrow(noRedirect);
});

test("a port that is in use is named", async () => {
  const { uri } = await listening();
  await expect(listenForRedirect(uri, "right")).rejects.toThrow(
    new RegExp(
      `^invalid_input: port ${new URL(uri).port} of the redirect URI is not available at 127\\.0\\.0\\.1\nEnd the program that uses it, or register a redirect URI with another port\\.$`,
    ),
  );
});

test("an address elsewhere is pasted, and asked for until it is the answer to this login", async () => {
  const registered = "https://app.example.com/callback";
  const pasted = [
    "no address",
    "http://app.example.com/callback?state=right",
    "https://app.example.com:8443/callback?state=right",
    "https://app.example.com/other?state=right",
    `${registered}?state=wrong`,
    `  ${registered}?state=right&code=1\n`,
  ];
  const problems: (string | undefined)[] = [];
  const listener = await receiveRedirect(registered, "right", async (problem) => {
    problems.push(problem);
    return pasted[problems.length - 1] ?? "";
  });
  expect((await listener.arrived()).href).toBe(`${registered}?state=right&code=1`);
  const incomplete = `This is not the whole address: it begins with ${registered} and contains a code.`;
  expect(problems).toEqual([
    undefined,
    incomplete,
    incomplete,
    incomplete,
    incomplete,
    "This address does not belong to this login: its state differs. Use the page that is open now.",
  ]);
  listener.close();
});
