/** `--labels`: commands and callers that see only the pages of some profile labels. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { users } from "../../src/sandbox/account.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { serveAgency, type Agency, type Served } from "../helpers/agency.ts";
import { newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo } from "../helpers/http.ts";
import { start, urlOf, type Environment } from "../helpers/process.ts";
import { run, runCall } from "../helpers/program.ts";
import { comparable } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const agency: Agency = { form: "objects", labels: ["Europe"] };
const [{ token, secret }] = users;
const ada = { SOCIAL_ANALYTICS_TOKEN: token, SOCIAL_ANALYTICS_SECRET: secret };
const limit = ["--labels", "Europe"];

/** An agency, and the account that the client's pages alone would make. */
async function both(): Promise<readonly [Environment, Environment]> {
  const [agencyApi, alone] = [await serveAgency(agency, false), await serveAgency(agency, true)];
  const of = ({ baseUrl }: Served): Environment => ({
    ...newUser(),
    ...ada,
    SOCIAL_ANALYTICS_BASE_URL: baseUrl,
  });
  return [of(agencyApi), of(alone)];
}

const profiles = { network: "facebook" };
const views = { network: "facebook", metrics: ["insights_views"], period: "2026-10" };

test("a report and a digest are those of an account with only these pages", async () => {
  const [agencyUser, alone] = await both();
  const folder = temporaryFolder();
  const [report, rules] = [join(folder, "report.md"), join(folder, "rules.yaml")];
  writeFileSync(
    report,
    `---
defaults: {network: facebook, metrics: [insights_views], period: 2026-10}
questions: {pages: {}, labels: {dimensions: [profile_label]}}
---
{{ pages.total.insights_views | sentence }}

{{ pages | table }}

{{ labels | table }}
`,
  );
  const change = { metrics: ["insights_views"], compare_to: "previous_period", min: 1 };
  const rule = {
    ...change,
    network: "facebook",
    period: "2026-10",
    where: "change_percent < 1000",
  };
  writeFileSync(
    rules,
    JSON.stringify({ rules: { pages: rule, labels: { ...rule, dimensions: ["label"] } } }),
  );
  for (const command of [
    ["report", report, "--strict"],
    ["digest", rules, "--all"],
  ]) {
    const limited = await run([...command, ...limit], agencyUser);
    const expected = await run(command, alone);
    expect([limited.code, limited.stdout, limited.stderr]).toEqual([
      expected.code,
      expected.stdout,
      expected.stderr,
    ]);
    expect(limited.stdout).toContain("Acme UK");
    expect(limited.stdout).not.toBe((await run(command, agencyUser)).stdout);
  }
});

test("a call with labels does not find the results of a call without", async () => {
  const sandbox = await serveSandbox();
  onTestFinished(sandbox.close);
  const user = { ...newUser(), ...sandbox.environment };
  const { stdout } = await runCall(["get_profile_metrics", JSON.stringify(views)], user);
  const piece = ["call", "read_result", JSON.stringify({ result: idOf(stdout.trimEnd()), top: 1 })];
  expect((await run(piece, user)).code).toBe(0);
  const limited = await run([...piece, ...limit], user);
  expect([limited.code, limited.stdout]).toEqual([
    2,
    expect.stringMatching(/^not_found: no result/),
  ]);
});

test("an agency gives a client its own address: its token is for the pages of its label", async () => {
  const [agencyUser, alone] = await both();
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  const added = async (name: string, ...flags: string[]): Promise<string> =>
    JSON.parse((await run(["token", "add", name, ...auth, ...flags, "--json"], agencyUser)).stdout)
      .token;
  const [agent, client] = [await added("agency"), await added("client", ...limit)];
  const listed = await run(["token", "list", ...auth], agencyUser);
  expect(listed.stdout).toContain(
    'client: the server\'s own login, for pages with the label "Europe"',
  );
  const url = await urlOf(start(["http", "--port", "0", ...auth], agencyUser));
  const reference = await run(["call", "list_profiles", JSON.stringify(profiles)], alone);
  const ours = await connectTo(url, "2026-07-28", agent);
  const reply = await ours.call("list_profiles", profiles);
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const theirs = await connectTo(url, revision, client);
    const { text } = await theirs.call("list_profiles", profiles);
    expect(comparable(text).trim()).toBe(comparable(reference.stdout).trim());
    expect(text.length).toBeLessThan(reply.text.length);
    const names = (await theirs.client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain("list_post_labels");
    expect(names).toContain("list_profile_labels");
  }
  const replaced = JSON.parse(
    (await run(["token", "replace", "client", ...auth, "--json"], agencyUser)).stdout,
  );
  const again = await connectTo(url, "2026-07-28", replaced.token);
  expect(comparable((await again.call("list_profiles", profiles)).text).trim()).toBe(
    comparable(reference.stdout).trim(),
  );
});

test("a label that nobody has stops the start, of a server and of a caller, letter for letter", async () => {
  const sandbox = await serveSandbox();
  onTestFinished(sandbox.close);
  const user = { ...newUser(), ...sandbox.environment };
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  await run(["token", "add", "client", ...auth, "--labels", "europe"], user);
  for (const [whose, ...command] of [
    ["the server", "serve", "--labels", "Europa"],
    ["the server", "http", "--port", "0", "--labels", "Europe, Brand"],
    ["the caller client", "http", "--port", "0", ...auth],
    ["", "call", "list_profiles", JSON.stringify(profiles), "--labels", "Europa"],
  ]) {
    const { code, stdout, stderr } = await run(command, user);
    expect([command, code]).toEqual([command, 2]);
    expect(`${stdout}${stderr}`).toMatch(/the account has no profile label [Ee]urop[ae]/);
    expect(`${stdout}${stderr}`).toContain(whose);
  }
  const { stdout, code } = await run(["doctor", "--labels", "Europa"], user);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/BAD .*no profile label Europa/)]);
});

test("a limit that is empty, or that would be ignored, is an error", async () => {
  const file = join(temporaryFolder(), "answers.md");
  writeFileSync(file, "x");
  const rejected = async (command: string[], environment: Environment = {}): Promise<string> => {
    const { code, stderr } = await run(command, environment);
    expect([command, code]).toEqual([command, 2]);
    return stderr;
  };
  const call = ["call", "list_profiles", JSON.stringify(profiles), "--sandbox"];
  expect(await rejected([...call, "--labels", " "])).toContain("--labels takes the name or id");
  const empty = { SOCIAL_ANALYTICS_LABELS: "" };
  expect(await rejected(call, empty)).toContain("SOCIAL_ANALYTICS_LABELS takes the name or id");
  const replace = ["token", "replace", "a", "--auth", `tokens:${file}`, ...limit];
  expect(await rejected(replace)).toContain("--labels is for token add");
  expect(await rejected(["report", file, "--from", file, ...limit])).toContain("leave it out");
});

test("a digest with labels knows nothing of the news of a digest without", async () => {
  const [agencyUser] = await both();
  const rules = join(temporaryFolder(), "rules.yaml");
  const rule = {
    network: "facebook",
    metrics: ["insights_views"],
    period: "2026-10",
    dimensions: ["profile"],
    where: "value > 1",
    min: 1,
  };
  writeFileSync(rules, JSON.stringify({ rules: { views: rule } }));
  const first = await run(["digest", rules], agencyUser);
  expect(first.stdout).toContain("Acme 日本");
  const again = await run(["digest", rules, ...limit, "--again"], agencyUser);
  expect(again.stdout).toBe("");
  const limited = await run(["digest", rules, ...limit], agencyUser);
  expect(limited.stdout).toContain("Acme UK");
  expect(limited.stdout).not.toMatch(/日本|Resolved/);
});

test("labels of a server and of its caller both limit the pages", async () => {
  const [agencyUser] = await both();
  const file = join(temporaryFolder(), "tokens");
  const auth = ["--auth", `tokens:${file}`];
  const { stdout } = await run(
    ["token", "add", "a", ...auth, "--labels", "Brand", "--json"],
    agencyUser,
  );
  const url = await urlOf(start(["http", "--port", "0", ...auth, ...limit], agencyUser));
  const caller = await connectTo(url, "2026-07-28", JSON.parse(stdout).token);
  const { text } = await caller.call("list_profiles", profiles);
  const rows = text.split("\n").filter((line) => /^\d+\|/.test(line));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/Europe.*Brand/);
  expect(readFileSync(file, "utf8")).toContain("Brand");
});
