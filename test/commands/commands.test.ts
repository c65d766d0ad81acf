/** The commands as a person runs them. */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { metricsAnswer, oneProfile, serveFakeApi, type FakeApi } from "../helpers/fake-api.ts";
import { oneDay } from "../helpers/http.ts";
import { run as runProcess, start as startProcess } from "../helpers/process.ts";
import { run, runCall, start } from "../helpers/program.ts";

test("call uses a base URL and a token from the environment", async () => {
  const { child, environment } = await startSandbox([]);
  const { code, stdout } = await run(["call", "get_current_user"], environment);
  expect(stdout).toContain("name: Ada Sandbox");
  expect(code).toBe(0);
  const wrong = await run(["call", "get_current_user"], {
    ...environment,
    SOCIAL_ANALYTICS_SECRET: "wrong",
  });
  expect(wrong.stdout).toMatch(/^unauthorized: the API rejected the credentials/);
  expect(wrong.stdout).not.toContain("sandbox-token");
  child.kill();
});

test("a base URL takes precedence over the environment's sandbox", async () => {
  const environment = {
    SOCIAL_ANALYTICS_SANDBOX: "1",
    SOCIAL_ANALYTICS_TOKEN: "t",
    SOCIAL_ANALYTICS_SECRET: "s",
  };
  const words = ["get_current_user"];
  const sandbox = await runCall(words, environment);
  expect(sandbox.stdout).toContain("The data is made up: this is the sandbox.");
  const flagged = await run(["call", ...words, "--base-url", "http://127.0.0.1:9"], environment);
  expect(flagged.stdout).toMatch(/^upstream_failed: 127.0.0.1:9 refused/);
});

test("two base URLs with the same token share neither cached answers nor the count of requests", async () => {
  const serve = (fans: number): Promise<FakeApi> =>
    serveFakeApi({ profiles: oneProfile, metrics: ({ body }) => metricsAnswer(body, () => fans) });
  const [firstApi, secondApi] = [await serve(7), await serve(9)];
  const token = { SOCIAL_ANALYTICS_TOKEN: "token", SOCIAL_ANALYTICS_SECRET: "secret-of-tests" };
  const user = { ...newUser(), ...token };
  const ask = async ({ baseUrl }: FakeApi): Promise<string> => {
    const words = ["call", "get_profile_metrics", JSON.stringify(oneDay())];
    const { stdout } = await run(words, { ...user, SOCIAL_ANALYTICS_BASE_URL: baseUrl });
    const [, fans] = /^facebook, One, [^]*\nfans_change sum\|(\d+)\n/.exec(stdout) ?? [];
    const [cost] = /\d+ requests? sent, .* left this hour/.exec(stdout) ?? [];
    return fans === undefined || cost === undefined ? stdout : `${fans}: ${cost}`;
  };
  expect(await ask(firstApi)).toBe("7: 2 requests sent, at most 498 left this hour");
  expect(await ask(secondApi)).toBe("9: 2 requests sent, at most 498 left this hour");
  expect(await ask(firstApi), "again").toBe("7: 0 requests sent, at most 498 left this hour");
});

/** Starts the sandbox command, and reads the settings it prints. */
async function startSandbox(
  words: readonly string[],
): Promise<{ child: ReturnType<typeof start>; environment: Record<string, string> }> {
  const child = start(["sandbox", "--port", "0", ...words]);
  const environment: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
    if (line.startsWith("Stop it")) break;
  }
  return { child, environment };
}

test("an offset continues a long list", async () => {
  const words = ["--sandbox", "--profiles", "1000"];
  const ask = (offset: number): ReturnType<typeof run> =>
    runCall(["list_profiles", JSON.stringify({ network: "facebook", offset }), ...words]);
  const first = (await ask(0)).stdout;
  const [, offset] = /continue with offset (\d+)\./.exec(first) ?? [];
  const next = (await ask(Number(offset))).stdout;
  const idsIn = (text: string): string[] => text.match(/^\d{15}(?=\|)/gm) ?? [];
  expect(idsIn(first)).toHaveLength(Number(offset));
  expect(idsIn(next)[0]).toBe(String(100_000_000_000_000 + Number(offset) * 7919));
  expect((await ask(5000)).stdout).toContain("The offset is beyond the last row.");
});

test("sandbox --profiles 10000 answers for all of them", async () => {
  const { environment } = await startSandbox(["--profiles", "10000"]);
  const { stdout } = await runCall(["list_profiles", '{"network":"snapchat"}'], environment);
  expect(stdout).toContain("snapchat: 10000 of 10000 profiles.");
  expect(stdout).toMatch(
    /\n\d+ more rows omitted\. Narrow with name_contains, or continue with offset \d+\.\n/,
  );
});

test("sandbox has an authorization server with --oauth alone", async () => {
  const pageOf = async (words: readonly string[]): Promise<number> => {
    const { environment } = await startSandbox(words);
    const base = environment["SOCIAL_ANALYTICS_BASE_URL"] ?? "";
    return (await fetch(`${base}/oauth2/0/.well-known/openid-configuration`)).status;
  };
  expect([await pageOf([]), await pageOf(["--oauth"])]).toEqual([401, 200]);
});

test("tools lists each tool with its cost and arguments, and the estimate of all is right within a hundredth", async () => {
  const { stdout } = await run(["tools"]);
  expect(stdout).toMatch(/^list_profiles \(about \d+ tokens\)\n/);
  const [, tools, tokens] = /^(\d+) tools, about (\d+) tokens in all$/m.exec(stdout) ?? [];
  const { client } = await connect();
  const listed = (await client.listTools()).tools;
  expect(Number(tools)).toBe(listed.length);
  const share = Number(tokens) / countTokens(JSON.stringify(listed));
  expect(Math.abs(share - 1)).toBeLessThan(0.01);
  expect(stdout).toMatch(/^weekly_report \(about \d+ tokens\)\n/m);
  expect(stdout).toContain("\n  arguments: network, [name_contains], [details], [offset]\n");
  expect(stdout).toContain("\n  no arguments\n");
});

test("tools lists the toolsets of the environment", async () => {
  const { stdout } = await run(["tools"], { SOCIAL_ANALYTICS_TOOLSETS: "reference, v2" });
  expect(stdout).toContain("list_profiles_v2");
});

test("a reader that closes the pipe, as head does, causes no error", async () => {
  const child = startProcess(["call", "list_profiles", '{"network":"facebook"}', "--sandbox"]);
  let complaints = "";
  child.stderr.on("data", (chunk) => (complaints += String(chunk)));
  child.stdout.destroy();
  await new Promise((resolve) => child.once("close", resolve));
  expect(complaints).toBe("");
});

test("the sandbox's operations can be made to fail", async () => {
  const { stdout } = await run(["call", "get_current_user", "--sandbox", "--fail", "user=99"]);
  expect(stdout).toMatch(/^unknown_upstream_error: /);
});

test("demo walks through the main job, over real processes", async () => {
  const folder = temporaryFolder();
  const { code, stdout } = await runProcess(["demo"], { TMPDIR: folder });
  expect(code).toBe(0);
  expect(stdout).toContain("\nCondensed to ");
  expect(stdout).toContain("(the sandbox received 0 requests)");
  expect(stdout).toContain("A piece of a stored result; no request sent.");
  const [picture = ""] = /^\/.*chart\.svg$/m.exec(stdout) ?? [];
  expect(picture.startsWith(folder)).toBe(true);
  expect(await readFile(picture, "utf8")).toMatch(/^<svg [^]*<\/svg>$/);
  const next = stdout.slice(stdout.indexOf("What to do next"));
  for (const words of ["call get_profile_metrics", "login && ", "check-api", "doctor"])
    expect(next).toContain(words);
});

test("demo fails at the first step whose reply is an error, and says which", async () => {
  // The clock of the demo is ahead of that of its server, which rejects days of the future.
  const ahead = "data:text/javascript,const{now}=Date;Date.now=()=>now()+4e10";
  const { code, stdout, stderr } = await runProcess(["demo"], {
    NODE_OPTIONS: `--import=${ahead}`,
  });
  expect(code).toBe(1);
  expect(stdout).not.toContain("A total over more profiles");
  expect(stderr).toContain(
    'internal_error: the step "A small question gets the exact table." of the demo failed: invalid_input: ',
  );
});

test("--help prints general help or that of one command, and --version the version", async () => {
  const general = (await run(["--help"])).stdout;
  expect(general).toMatch(/^Commands:\n  serve .*\n  http /m);
  expect((await run(["--csv", "x", "call", "-h"])).stdout).toMatch(/^social-analytics-mcp call: /);
  expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("an unknown flag or command exits with 2, and the error names the nearest one", async () => {
  const flag = await run(["sandbox", "--csv", "x"]);
  expect([flag.code, flag.stdout]).toEqual([2, ""]);
  expect(flag.stderr).toMatch(
    /^sandbox has no flag --csv; --help lists them\nnode \S+ sandbox --help lists what it takes\.\n$/,
  );
  const command = await run(["statsu", "--sandbox"]);
  expect(command.code).toBe(2);
  expect(command.stderr).toMatch(
    /^there is no command "statsu"; the nearest is status\nnode \S+ --help lists what it takes\.\n$/,
  );
});
