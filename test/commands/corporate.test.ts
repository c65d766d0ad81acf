/**
 * The program in a company: a proxy with a login is the only way out and inspects encrypted traffic with a private CA,
 * nobody reads the log, and the client is one that writes a byte order mark, and null for whatever it does not set.
 */
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { newAuthority, serveProxy } from "../helpers/corporate.ts";
import { run, start, type Environment } from "../helpers/process.ts";
import { isMissing } from "../helpers/system.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";

const isUnavailable = isMissing("openssl");
const login = "worker:pr0xy-pa55word";
/** @param days of the certificate that the proxy presents. */
async function company(days?: number) {
  const { baseUrl, environment: credentials, sandbox, close } = await serveSandbox();
  onTestFinished(close);
  const authority = newAuthority();
  const inspecting = authority.certificateOf("api.example.com", days);
  const proxy = await serveProxy({ upstream: baseUrl, inspecting, login });
  const environment: Environment = {
    ...credentials,
    SOCIAL_ANALYTICS_BASE_URL: "https://api.example.com",
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none",
    https_proxy: `http://${login}@${proxy.host}`,
    NODE_EXTRA_CA_CERTS: authority.file,
  };
  return { proxy, environment, sandbox };
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties: object };
}

test.skipIf(isUnavailable)("an odd client gets the numbers, and nobody sees a secret", async () => {
  const { proxy, environment } = await company();
  const child = start(["serve", "--log-level", "debug"], environment);
  child.stderr.destroy();
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object | null) => {
    const message = { jsonrpc: "2.0", id, method, params, trace: null };
    child.stdin.write(`\uFEFF${JSON.stringify(message)}\r\n`);
    const { value = "" } = await lines.next();
    expect(value).not.toMatch(/pa55word|sandbox-secret/);
    return JSON.parse(value);
  };
  const clientInfo = { name: "odd", version: "1", title: null };
  const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo, _meta: null };
  expect(await ask(1, "initialize", opening)).toHaveProperty("result.serverInfo");
  const { result }: { result: { tools: Tool[] } } = await ask(2, "tools/list", { cursor: null });
  const tool = result.tools.find(({ name }) => name === "get_profile_metrics");
  const unset = Object.keys(tool?.inputSchema.properties ?? {}).map((name) => [name, null]);
  expect(unset.length).toBeGreaterThan(10);
  const args = { ...Object.fromEntries(unset), network: "facebook", period: "last_week" };
  const call = { name: "get_profile_metrics", arguments: args, _meta: { progressToken: null } };
  const answer = await ask(3, "tools/call", call);
  expect(answer.result.content[0].text).toMatch(/^facebook, 120 profiles/);
  expect(new Set(proxy.targets)).toEqual(new Set(["api.example.com:443"]));
});

test.skipIf(isUnavailable)("doctor names the proxy, without its login", async () => {
  const { proxy, environment } = await company();
  const { stdout, stderr } = await run(["doctor"], environment);
  expect(stdout).toContain(`https://api.example.com answers through the proxy ${proxy.host}\n`);
  expect(stdout + stderr).not.toMatch(/pa55word|sandbox-secret/);
});

test.skipIf(isUnavailable).each([
  [
    "without the CA",
    { NODE_EXTRA_CA_CERTS: "" },
    30,
    /of an authority that this machine does not trust\n.*NODE_EXTRA_CA_CERTS/,
  ],
  [
    "with a certificate that has expired",
    {},
    -1,
    /a certificate that has expired\n.*date and time/,
  ],
])("%s, the error is named after one request", async (_, changed, days, problem) => {
  const { proxy, environment, sandbox } = await company(days);
  const { stdout, stderr, code } = await run(["call", "get_current_user"], {
    ...environment,
    ...changed,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(problem);
  expect(stdout + stderr).not.toContain("pa55word");
  expect(proxy.targets).toHaveLength(1);
  expect(sandbox.requests()).toEqual([]);
});
