/** Several accounts in one server: each call names one, and nothing of one reaches the replies of another. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import fc from "fast-check";
import { extensions } from "../helpers/hosts.ts";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { callsOf, facebookIds, type Calls } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { storeLogins } from "../helpers/logins.ts";
import { cli } from "../helpers/process.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";

/** Every number of an account: sums tell whose they are. */
const numbers = { acme: 1, globex: 1000 } as const;
type Account = keyof typeof numbers;
const accounts: readonly Account[] = ["acme", "globex"];

interface Served extends Calls {
  readonly client: Client;
}

/** A server with two accounts: the same profiles with the same names and ids, and different numbers. */
async function serveAccounts(
  accountNames: readonly string[] = accounts,
  capabilities: object = {},
): Promise<Served> {
  const unlimited = { quotas: { account: 1e6, user: 1e6 }, profiles: 5 };
  const [acme, globex] = await Promise.all(
    accounts.map((account) => serveSandbox({ ...unlimited, numbers: () => numbers[account] })),
  );
  if (acme === undefined || globex === undefined) throw new Error("no sandboxes");
  onTestFinished(async () => void (await Promise.all([acme.close(), globex.close()])));
  const environment = await storeLogins(temporaryFolder(), {
    acme: { sandbox: acme },
    globex: { sandbox: globex },
  });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, ...accountNames.flatMap((account) => ["--account", account])],
    env: { PATH: process.env["PATH"] ?? "", ...environment },
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, ...callsOf(client) };
}

const daysAgo = (count: number): string =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

const question = fc.record({
  account: fc.constantFrom(...accounts),
  profiles: fc.integer({ min: 1, max: 5 }),
  from: fc.integer({ min: 20, max: 40 }),
  days: fc.integer({ min: 1, max: 5 }),
  /** Whether the result is read by the account that owns it, or by the other one. */
  isOwn: fc.boolean(),
});

const questionCount = repetitions(40, 100);

test(`${2 * questionCount} interleaved calls of two accounts: each result holds its own numbers, and only its account reads it`, async () => {
  const { client, call, failing } = await serveAccounts();
  const seen = new Set<string>();
  const ask = async ({
    account,
    profiles,
    from,
    days,
    isOwn,
  }: {
    readonly account: Account;
    readonly profiles: number;
    readonly from: number;
    readonly days: number;
    readonly isOwn: boolean;
  }): Promise<void> => {
    const { text } = await call("get_profile_metrics", {
      account,
      network: "facebook",
      metrics: ["fans_change"],
      profiles: facebookIds(profiles),
      date_start: daysAgo(from),
      date_end: daysAgo(from - days + 1),
      dimensions: ["profile"],
    });
    expect(text).toMatch(new RegExp(`^Account: ${account}\n`));
    const id = idOf(text);
    seen.add(`${account} ${id}`);
    const { contents } = await client.readResource({ uri: `result://${id}.csv` });
    const [only] = contents;
    const rows = only !== undefined && "text" in only ? only.text.trim().split("\n").slice(1) : [];
    expect(rows.map((row) => Number(row.split(",").at(-1)))).toEqual(
      Array.from({ length: profiles }, () => days * numbers[account]),
    );
    const stranger = accounts.find((name) => name !== account);
    const reading = { account: isOwn ? account : stranger, result: id };
    const read = await (isOwn ? call : failing)("read_result", reading);
    expect(read.text).toContain(isOwn ? `|${days * numbers[account]}` : "not_found: no result");
  };
  const questions = fc.sample(question, { numRuns: questionCount, seed: 19 });
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    for (const sample of questions.filter((__, index) => index % 8 === worker)) await ask(sample);
  });
  await Promise.all(workers);
  expect(new Set([...seen].map((key) => key.split(" ")[0]))).toEqual(new Set(accounts));
});

test("every tool and prompt takes the account, which completes and must be one of the server's", async () => {
  const { client, failing } = await serveAccounts();
  const { tools } = await client.listTools();
  for (const { inputSchema } of tools) {
    expect(inputSchema.properties?.["account"]).toEqual({ type: "string", enum: accounts });
    expect(inputSchema.required).toContain("account");
  }
  expect(client.getInstructions()).toContain("Each call names its account.");
  expect((await failing("list_profiles", { network: "facebook" })).text).toBe(
    "invalid_input: account is missing\nChoose one of acme, globex; ask about one account per call.",
  );
  expect((await failing("list_profiles", { account: "acne", network: "facebook" })).text).toMatch(
    /^invalid_input: account must not be "acne"\nChoose one of acme/,
  );
  const { prompts } = await client.listPrompts();
  for (const prompt of prompts) expect(prompt.arguments?.[0]?.name).toBe("account");
  const named = { account: "globex", network: "facebook" };
  const health = await client.getPrompt({ name: "account_health", arguments: named });
  const [content] = health.messages.map((message) => message.content);
  expect(content?.type === "text" ? content.text : "").toContain(
    'Call every tool with {"account":"globex"} besides the arguments below.',
  );
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "account_health" },
    argument: { name: "account", value: "glo" },
  });
  expect(completion.values).toEqual(["globex"]);
  const profiles = async (context: Record<string, string>): Promise<readonly string[]> => {
    const completed = await client.complete({
      ref: { type: "ref/prompt", name: "report_with_charts" },
      argument: { name: "profile", value: "" },
      context: { arguments: { network: "facebook", ...context } },
    });
    return completed.completion.values;
  };
  expect(await profiles({ account: "acme" })).not.toEqual([]);
  expect(await profiles({ account: "nope" })).toEqual([]);
  expect(await profiles({})).toEqual([]);
});

test("with one account, nothing of the surface changes", async () => {
  const { client, call } = await serveAccounts(["globex"]);
  const { tools } = await client.listTools();
  expect(
    tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})),
  ).not.toContain("account");
  expect(client.getInstructions()).not.toContain("account.");
  const { text } = await call("list_profiles", { network: "facebook" });
  expect(text).not.toContain("Account:");
});

test.each([
  ["one account are offered", ["acme"], true],
  ["several are not: their calls would lack the account", accounts, false],
] as const)("skills of %s", async (_, accountNames, areOffered) => {
  const { client } = await serveAccounts(accountNames, { extensions });
  const { resources } = await client.listResources();
  expect(resources.some(({ uri }) => uri.startsWith("skill://"))).toBe(areOffered);
});
