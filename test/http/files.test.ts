/** Files over HTTP: a link gives its file to whoever has it, for ten minutes, and nothing else. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo, statusOf, type HttpClient } from "../helpers/http.ts";
import * as processes from "../helpers/process.ts";
import { urlOf } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { idOf } from "../helpers/results.ts";
import { eventually } from "../helpers/waiting.ts";

const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };

const linkIn = (text: string): string => /^Saved (http\S+): /.exec(text)?.[1] ?? text;

async function saved(
  client: HttpClient,
  format = "csv",
  name = "Views of October",
): Promise<string> {
  const { text } = await client.call("get_profile_metrics", question);
  return linkIn((await client.call("save_result", { result: idOf(text), format, name })).text);
}

const serve = async (...flags: string[]): Promise<HttpClient> =>
  connectTo(await urlOf(start(["http", "--sandbox", "--port", "0", ...flags])), "2026-07-28");

test("a result, a workbook and a report are behind links, as files that a browser stores", async () => {
  const client = await serve();
  const csv = await fetch(await saved(client));
  expect(csv.status).toBe(200);
  expect(Object.fromEntries(csv.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": "attachment; filename*=UTF-8''Views%20of%20October.csv",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  expect(await csv.text()).toMatch(/^profile,profile_name,fans_change\r\n\d+,Acme US,/);
  const workbook = await fetch(await saved(client, "xlsx"));
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  const { text } = await client.call("get_profile_metrics", { ...question, dimensions: ["day"] });
  const id = idOf(text);
  const report = await client.call("save_report", {
    markdown: `Fans: {{ ${id}.total.fans_change.now }}\n\n{{ ${id} | chart }}`,
    format: "md",
    name: "../Bericht für „Žofín“",
  });
  expect(report.text).toContain("The link works for 10 minutes, for everyone who has it.");
  const page = await fetch(linkIn(report.text));
  expect(page.headers.get("content-disposition")).toMatch(
    /^attachment; filename\*=UTF-8''Bericht%20f%C3%BCr%20[^"/\\]*\.md$/,
  );
  expect(await page.text()).toMatch(/Fans: -?[\d,]+.*!\[.*\]\(data:image\/svg\+xml;base64,/s);
});

test("a changed link gives nothing, whatever is changed", async () => {
  const client = await serve();
  const [link, secondLink] = [await saved(client), await saved(client, "csv", "another")];
  const { pathname: path } = new URL(link);
  const [, id = "", until = "", signature = "", name = ""] =
    /^\/files\/([\w-]+)\.(\d+)\.([\w-]+)\/(.+)$/.exec(path) ?? [];
  const [, otherId = "", , otherSignature = ""] =
    /^\/files\/([\w-]+)\.(\d+)\.([\w-]+)\//.exec(new URL(secondLink).pathname) ?? [];
  const flipped = (text: string, at = 0): string =>
    text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  const of = (parts: {
    id?: string;
    until?: string;
    signature?: string;
    name?: string;
  }): string => {
    const fields = { id, until, signature, name, ...parts };
    return `/files/${fields.id}.${fields.until}.${fields.signature}/${fields.name}`;
  };
  const tries = [
    of({ id: flipped(id) }),
    of({ id: flipped(id, 20) }),
    of({ id: otherId }),
    of({ id: "" }),
    of({ id: "A".repeat(30) }),
    of({ id: `${id}A` }),
    of({ id: id.toLowerCase() === id ? id.toUpperCase() : id.toLowerCase() }),
    of({ until: String(Number(until) + 1) }),
    of({ until: String(Number(until) - 1) }),
    of({ until: "9".repeat(12) }),
    of({ until: "9".repeat(400) }),
    of({ until: `0${until}` }),
    of({ until: "" }),
    of({ signature: flipped(signature) }),
    of({ signature: flipped(signature, 20) }),
    of({ signature: otherSignature }),
    of({ signature: "" }),
    of({ signature: "A".repeat(43) }),
    of({ signature: `${signature}=` }),
    of({ name: "another.csv" }),
    of({ name: name.replace(".csv", ".html") }),
    of({ name: name.replace(".csv", ".xlsx") }),
    of({ name: name.replaceAll("%20", "+") }),
    of({ name: `${name}/` }),
    of({ name: `${name}%00` }),
    of({ name: `../${name}` }),
    of({ name: `..%2f${name}` }),
    of({ name: "x".repeat(900) }),
    of({ name: "x".repeat(10_000) }),
    of({ name: "" }),
    "/files",
    "/files/",
    "/files/.",
    "/files/..",
    "/files/../files/",
    "/files/%2e%2e/%2e%2e/etc/passwd",
    `/files//${path.slice(7)}`,
    `//files/${path.slice(7)}`,
    `/Files/${path.slice(7)}`,
    path.replace(/\/[^/]*$/, ""),
    path.replace("/files/", "/files/../files/"),
  ];
  expect(tries.length).toBeGreaterThanOrEqual(40);
  for (const changed of tries) {
    const statuses = [
      await statusOf(link, changed),
      await statusOf(link, changed, "HEAD"),
      await statusOf(link, changed, "GET", { range: "bytes=0-3" }),
    ];
    expect([changed, ...statuses]).toEqual([changed, 404, 404, 404]);
  }
  expect(await statusOf(link, path)).toBe(200);
  expect(await statusOf(link, path, "HEAD")).toBe(200);
  // A part of a file is never sent.
  expect(await statusOf(link, path, "GET", { range: "bytes=0-3" })).toBe(200);
  for (const method of ["POST", "PUT", "DELETE"])
    expect(await statusOf(link, path, method)).toBe(405);
  expect(await statusOf(link, path, "GET", { host: "evil.example" })).toBe(403);
});

test("a click in a web page leads to the file", async () => {
  const link = await saved(await serve());
  const { pathname } = new URL(link);
  for (const site of ["cross-site", "same-site", "none"])
    expect(
      await statusOf(link, pathname, "GET", {
        "sec-fetch-site": site,
        "sec-fetch-mode": "navigate",
      }),
    ).toBe(200);
});

test("the address of links is that by which clients reach the server", async () => {
  const linkWith = async (...flags: string[]): Promise<string> =>
    (await saved(await serve(...flags))).replace(/\/files\/.*/, "");
  expect(await linkWith()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await linkWith("--allowed-host", "mcp.example.com")).toBe("https://mcp.example.com");
  expect(await linkWith("--public-url", "https://example.com/social/mcp/")).toBe(
    "https://example.com/social",
  );
});

test.each([
  "https://user:pass@example.com",
  "https://example.com/?a",
  "https://exa mple.com",
  "ftp://example.com",
  'https://example.com/"',
])("%s is no address for links", async (address) => {
  const { code, stderr } = await run(["http", "--sandbox", "--port", "0", "--public-url", address]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("--public-url takes an address such as"),
  ]);
});

test("the address of links is one by which clients may call", async () => {
  const url = await urlOf(
    start(["http", "--sandbox", "--port", "0", "--public-url", "https://files.example.com"]),
  );
  expect(await statusOf(url, "/healthz", "GET", { host: "files.example.com" })).toBe(200);
  expect(await statusOf(url, "/healthz", "GET", { host: "evil.example.com" })).toBe(403);
});

test("another caller's result is not saved", async () => {
  const tokens = join(temporaryFolder(), "tokens");
  const bearers = new BearerTokens(tokens);
  const [ada, ben] = [
    await bearers.add("ada", [], "2026-11-20"),
    await bearers.add("ben", [], "2026-11-20"),
  ];
  const url = await urlOf(
    start(["http", "--sandbox", "--port", "0", "--auth", `tokens:${tokens}`]),
  );
  const { text } = await (
    await connectTo(url, "2026-07-28", ada.reveal())
  ).call("get_profile_metrics", question);
  const stranger = await connectTo(url, "2026-07-28", ben.reveal());
  const refused = await stranger.failing("save_result", { result: idOf(text), format: "csv" });
  expect(refused.text).toMatch(/^not_found: /);
});

test.skipIf(!hasRedis)("with Redis, every node answers a link, also after a restart", async () => {
  const redis = await serveRedis();
  const sandbox = await serveSandbox();
  onTestFinished(() => sandbox.close());
  const startNode = async () => {
    const child = processes.start(
      ["http", "--port", "0", "--redis", redis.url],
      sandbox.environment,
    );
    return { child, url: await urlOf(child) };
  };
  const [firstNode, secondNode] = [await startNode(), await startNode()];
  const link = await saved(await connectTo(firstNode.url, "2026-07-28"));
  const onOther = new URL(new URL(link).pathname, secondNode.url).href;
  const [text, same] = await Promise.all(
    [link, onOther].map(async (url) => (await fetch(url)).text()),
  );
  expect(same).toBe(text);
  firstNode.child.kill("SIGKILL");
  const restarted = await startNode();
  const again = await fetch(new URL(new URL(link).pathname, restarted.url));
  expect([again.status, await again.text()]).toEqual([200, text]);
  // An empty Redis has lost the files; the nodes have one key again.
  await redis.kill();
  const away = await fetch(new URL(new URL(link).pathname, restarted.url));
  expect(away.status).toBe(503);
  await redis.start();
  await eventually(async () => expect((await fetch(onOther)).status).toBe(404));
  const client = await connectTo(restarted.url, "2026-07-28");
  const renewed = new URL(await eventually(() => saved(client))).pathname;
  expect((await fetch(new URL(renewed, secondNode.url))).status).toBe(200);
});
