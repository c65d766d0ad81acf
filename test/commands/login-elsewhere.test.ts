/** Logins of integrations that do not fit this machine, and logins that are granted less than they ask for. */
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { browseUntil, freePort, serveOAuth } from "../helpers/oauth.ts";
import { readAll } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";

test("without a terminal, the address that the browser was sent to follows the client secret on stdin", async () => {
  const redirectUri = "https://app.example.invalid/callback";
  const { baseUrl, oauth } = await serveOAuth({ oauth: { redirectUri } });
  const user = newUser();
  const words = ["login", "--oauth", `--base-url=${baseUrl}`, "--no-browser"];
  const integration = [`--client-id=${oauth.clientId}`, `--redirect-uri=${redirectUri}`];
  const child = start([...words, ...integration], user);
  child.stdin.write(`${oauth.clientSecret}\n`);
  const shown: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    shown.push(line);
    const [address] = /http:\S+\/auth\?\S+/.exec(line) ?? [];
    if (address === undefined) return;
    void browseUntil(address, "https://app.example.invalid").then(({ href }) =>
      child.stdin.end(`not the address\n${href}\n`),
    );
  });
  const { stdout, code } = await readAll(child);
  expect({ stdout, code }).toMatchObject({ code: 0 });
  expect(stdout).toContain("Logged in to ");
  expect(shown.join("\n")).toContain(`which begins with ${redirectUri}, and paste it here`);
  expect(shown.join("\n")).toContain("This is not the whole address");
  expect((await run(["status"], user)).stdout).toContain("as Ada Sandbox.");
});

/** Serves an authorization server that grants less than it is asked for. */
async function granting(answer: object): Promise<{ baseUrl: string; redirectUri: string }> {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const { baseUrl } = await serveFakeApi({
    user: { userInfo: { name: "Ada" } },
    otherwise: ({ url }, response) => {
      if (url.includes("/oauth2/0/token")) {
        const tokens = { access_token: "an-access-token-of-43-characters", token_type: "bearer" };
        return JSON.stringify({ ...tokens, expires_in: 3600, ...answer });
      }
      response.statusCode = 404;
      return "{}";
    },
  });
  return { baseUrl, redirectUri };
}

test.each([
  [
    "a login without a refresh token",
    { scope: "api.read" },
    [
      /^The login ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC and cannot be renewed, because the scope offline_access was not granted\.$/m,
    ],
  ],
  [
    "a login that does not allow reading",
    { scope: "offline_access", refresh_token: "a-refresh-token" },
    [/^The login does not allow reading, because the scope api\.read was not granted\.$/m],
  ],
])("%s: login warns, and status says so", async (_, answer, problems) => {
  const { baseUrl, redirectUri } = await granting(answer);
  const user = newUser();
  const words = ["login", "--oauth", `--base-url=${baseUrl}`, "--no-browser", "--client-id=c"];
  const child = start([...words, `--redirect-uri=${redirectUri}`], user);
  child.stdin.end("the-secret-of-the-client\n");
  createInterface(child.stderr).on("line", (line) => {
    const [address] = /http:\S+\/auth\?\S+/.exec(line) ?? [];
    if (address === undefined) return;
    const { searchParams } = new URL(address);
    const returned = {
      code: "c",
      state: searchParams.get("state") ?? "",
      iss: `${baseUrl}/oauth2/0`,
    };
    void fetch(`${redirectUri}?${new URLSearchParams(returned).toString()}`);
  });
  const login = await readAll(child);
  const status = await run(["status"], user);
  for (const { stdout } of [login, status]) {
    for (const problem of problems) expect(stdout).toMatch(problem);
  }
  const isRenewable = "refresh_token" in answer;
  expect(status.stdout.includes("renewed automatically")).toBe(isRenewable);
  expect(JSON.parse((await run(["status", "--json"], user)).stdout)).toMatchObject({
    renewable: isRenewable,
    scope: answer.scope,
  });
});
