/** A signal ends the process soon, whatever it is doing. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { eventually, newSignal } from "../helpers/waiting.ts";
import { readAll, start } from "../helpers/process.ts";
import { isFull } from "../helpers/repetitions.ts";

const count = isFull ? 1 : 0.2;

/** A login that the first call renews, so that the lock library and its signal handler are loaded. */
function storeExpiredLogin(file: string, baseUrl: string): void {
  const login = {
    scheme: "oauth",
    id: "the-login",
    baseUrl: new URL(baseUrl).href,
    clientId: "the-client",
    clientSecret: "the-secret-of-the-client",
    accessToken: "an-expired-access-token",
    refreshToken: "a-refresh-token",
    accessTokenUntil: 0,
    accessTokenLife: 60,
    refreshTokenSince: Date.now(),
  };
  writeFileSync(file, JSON.stringify({ logins: { default: JSON.stringify(login) } }), {
    mode: 0o600,
  });
}

const names = Array.from(
  { length: 99_000 * count },
  (_, at) => `{"id":"${at}","name":"👍🏽 ${"❤️".repeat(40)}"}`,
);
const answers = {
  "an answer that takes long to read": `{"success":true,"profiles":[${names.join(",")}]}`,
  // Parsing it takes minutes.
  "an answer that is rejected": `{"success":true,"profiles":[${"{},".repeat(30_000_000)}{}]}`,
};

/** Hundredths of a second that a process has computed. */
const ticksOf = (id: number): number =>
  Number(readFileSync(`/proc/${id}/stat`, "utf8").split(" ")[13] ?? "0");

/** Resolves when a process has computed for half a second: it is reading what has arrived. */
async function busy(id: number): Promise<void> {
  const before = ticksOf(id);
  await eventually(() => expect(ticksOf(id) - before).toBeGreaterThan(50));
}

/** Shares of the answer after which the signal comes. */
const moments = { "its first bytes": 0.001, "its first half": 0.5, "the whole of it": 1 };
const cases = Object.entries(answers).flatMap(([name, body]) =>
  Object.entries(moments).map(([moment, share]) => ({ name, body, moment, share })),
);

test.each(cases)(
  "SIGTERM ends a server when it has been sent $moment: $name",
  async ({ body, share }) => {
    const sent = newSignal();
    const { baseUrl } = await serveFakeApi({
      otherwise: ({ url }, response) => {
        if (url.startsWith("/oauth2/")) {
          return JSON.stringify({ access_token: "a-new-access-token", token_type: "bearer" });
        }
        const before = Math.floor(body.length * share);
        response.once("close", () => sent.give());
        response.write(body.slice(0, before), () => {
          sent.give();
          response.end(body.slice(before));
        });
        return undefined;
      },
    });
    const user = newUser();
    storeExpiredLogin(join(user["HOME"] ?? "", "credentials"), baseUrl);
    const child = start(["serve"], user);
    const output = readAll(child);
    const answered = new Promise<void>((resolve) => {
      createInterface(child.stdout).on("line", (text) => {
        if (text.includes('"id":1')) resolve();
      });
    });
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const call = { name: "list_profiles", arguments: { network: "facebook" } };
    for (const message of [
      { id: 0, method: "initialize", params },
      { method: "notifications/initialized" },
      { id: 1, method: "tools/call", params: call },
    ]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    }
    await sent.promise;
    if (share === 1) await Promise.race([answered, busy(child.pid ?? 0)]);
    const stopped = performance.now();
    child.kill("SIGTERM");
    await output;
    expect(performance.now() - stopped).toBeLessThan(10_000);
  },
);

test.each([
  ["serve", []],
  ["call", ["list_profiles", '{"network": "facebook"}']],
  ["digest", ["RULES"]],
])(
  "SIGTERM ends %s as process 1 of a container too, where nothing ends it by itself",
  async (command, words) => {
    const arrival = newSignal();
    const { baseUrl } = await serveFakeApi({
      otherwise: () => {
        arrival.give();
        return undefined;
      },
    });
    const user = newUser();
    const rules = join(user["HOME"] ?? "", "rules.yaml");
    writeFileSync(rules, "rules: {silent: {network: facebook, view: gaps}}\n");
    const child = start([command, ...words.map((word) => word.replace("RULES", rules))], {
      ...user,
      SOCIAL_ANALYTICS_BASE_URL: baseUrl,
      SOCIAL_ANALYTICS_TOKEN: "t",
      SOCIAL_ANALYTICS_SECRET: "a-secret-of-a-test",
    });
    const ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve([code, signal]));
    });
    if (command === "serve") {
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
      child.stdin.write(`${JSON.stringify(ping)}\n`);
      await new Promise((resolve) => child.stdout.once("data", resolve));
    } else await arrival.promise;
    child.kill("SIGTERM");
    // By its own handler: a signal without one is ignored for process 1.
    expect(await ended).toEqual([143, null]);
  },
);
