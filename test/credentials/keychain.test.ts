/** The real Secret Service: a login that another process reads, and every state in which it can be found. */
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli, run, type Ran } from "../helpers/process.ts";
import {
  isAsked,
  keychainStates,
  sessionIn,
  type KeychainState,
} from "../helpers/secret-service.ts";
import { isMissing } from "../helpers/system.ts";

const withoutKeychain = isMissing("dbus-daemon", "gnome-keyring-daemon");

/** Logs in within a working session, whose keyring stays in the folder. */
async function logIn(session: Record<string, string>): Promise<Ran> {
  const served = await serveSandbox();
  onTestFinished(() => served.close());
  const stdin = "sandbox-token-1\nsandbox-secret-1\n";
  return run(["login", "--basic", "--base-url", served.baseUrl], session, stdin);
}

test.skipIf(withoutKeychain)("another process reads a stored login until logout", async () => {
  const session = await sessionIn("working", temporaryFolder());
  const ask = (): Promise<Ran> => run(["call", "get_current_user"], session);
  expect((await ask()).stdout).toMatch(
    /^not_logged_in: the keychain holds no login named default\nRun .* login/,
  );

  expect((await logIn(session)).stdout).toMatch(
    /^Logged in to .* as Ada Sandbox\. The login is stored in the keychain\.\n$/,
  );
  expect((await ask()).stdout).toContain("name: Ada Sandbox");
  expect((await run(["doctor"], session)).stdout).toContain(
    "ok   store: the keychain answers, and holds the logins default",
  );

  expect((await run(["logout"], session)).stdout).toBe(
    "Logged out: the login default is deleted from the keychain. Running servers use it until they are restarted.\n",
  );
  expect((await ask()).stdout).toMatch(/^not_logged_in: /);
});

const answers: Readonly<Record<KeychainState, RegExp>> = {
  working: /^This user\. .*\nid: u1\nname: Ada Sandbox\n/,
  "without a bus":
    /^keychain_unreachable: there is no session bus .*\n.* in a desktop session\. To log in /,
  "without a service":
    /^keychain_unreachable: no keychain is installed: .*\nInstall one, such as gnome-keyring\. To log in /,
  "locked, its prompt dismissed":
    /^keychain_unreachable: the keychain is locked, and the request to unlock it was dismissed\nUnlock the keychain/,
  "locked, its prompt unanswered":
    /^keychain_unreachable: .* within 3 seconds: it is locked and waits for the user\nAnswer the keychain's prompt/,
  "never starting": /^keychain_unreachable: the keychain's service does not start\n.*[Rr]estart it/,
};

/** Starts a server, which lists its tools to a client, and stops it. */
async function listTools(environment: Record<string, string>): Promise<void> {
  const client = new Client({ name: "test", version: "1" });
  const [command, args] = [process.execPath, [cli, "serve"]];
  await client.connect(new StdioClientTransport({ command, args, env: environment }));
  await client.listTools();
  await client.close();
}

test.skipIf(withoutKeychain).each(keychainStates)(
  "a keychain that is %s has its own answer, and a server does not ask it before the first call",
  async (state) => {
    const folder = temporaryFolder();
    if (state !== "without a bus") await logIn(await sessionIn("working", folder));
    const session = await sessionIn(state, folder);
    await listTools(session);
    expect(isAsked(state, folder)).toBe(false);
    const { stdout } = await run(["call", "get_current_user"], session);
    expect(stdout).toMatch(answers[state]);
    const hasService = state !== "without a bus" && state !== "without a service";
    expect(isAsked(state, folder)).toBe(hasService);
  },
);

test("login ends soon if the bus accepts connections and never answers", async () => {
  const folder = temporaryFolder();
  const socket = join(folder, "bus");
  const connections: Socket[] = [];
  const bus = createServer((connection) => connections.push(connection)).listen(socket);
  onTestFinished(() => {
    for (const connection of connections) connection.destroy();
    bus.close();
  });
  const begun = performance.now();
  const session = { HOME: folder, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` };
  const { code, stderr } = await logIn(session);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^keychain_unreachable: the keychain's service does not start\n/);
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(connections.length).toBeGreaterThan(0);
});
