/** The sandbox follows the spec: limits and their codes, quotas, users, numbers. */
import { expect, test } from "vitest";
import { endpoints } from "../../src/suite/api/endpoints.ts";
import { users } from "../../src/sandbox/account.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { basicOf, testNow } from "../helpers/in-memory.ts";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly authorization?: string;
  readonly body?: unknown;
}

/** The parts of an answer that these tests read. */
interface Answered {
  readonly success: boolean;
  readonly errors: readonly { readonly code: number; readonly errors: readonly string[] }[];
  readonly header: readonly { readonly type: string }[];
  readonly data: readonly (readonly (readonly (number | null)[])[])[];
  readonly profiles: readonly { readonly id: string }[];
}

const sandboxOf = (options: SandboxOptions = {}): Sandbox =>
  new Sandbox({ now: () => testNow, ...options });

function send(
  sandbox: Sandbox,
  { method = "GET", path = "/3/user/me", authorization = basicOf(), body }: Sent = {},
): { status: number; record: Answered } {
  const text = body === undefined ? "" : JSON.stringify(body);
  const answer = sandbox.handle({ method, path, authorization, body: text });
  return { status: answer.status, record: JSON.parse(answer.body) };
}

const ids = (sandbox: Sandbox, network: string, version = 3): string[] =>
  send(sandbox, { path: `/${version}/${network}/profiles` }).record.profiles.map(({ id }) => id);

const bodyFor = (sandbox: Sandbox, overrides: object = {}): object => ({
  date_start: "2026-10-01",
  date_end: "2026-10-02",
  profiles: ids(sandbox, "facebook").slice(0, 2),
  metrics: ["fans_change"],
  dimensions: [{ type: "profile" }, { type: "date.day" }],
  ...overrides,
});

function ask(
  sandbox: Sandbox,
  overrides: object = {},
  path = "/3/facebook/metrics",
  authorization = basicOf(),
): Answered {
  return send(sandbox, { method: "POST", path, authorization, body: bodyFor(sandbox, overrides) })
    .record;
}

const codesOf = (record: Answered): number[] => record.errors.map(({ code }) => code);

test("the sandbox serves every endpoint of the table for each of its networks", () => {
  const sandbox = sandboxOf();
  for (const { method, path, networks = [undefined] } of endpoints) {
    for (const network of networks) {
      const body = method === "POST" ? {} : undefined;
      const { status, record } = send(sandbox, {
        method,
        path: path.replace("{network}", network ?? ""),
        body,
      });
      expect(status).toBe(200);
      expect(typeof record.success).toBe("boolean");
    }
  }
});

test("data is nested by the header, one level per dimension", () => {
  const { header, data } = ask(sandboxOf());
  expect(header.map(({ type }) => type)).toEqual(["profile", "date.day", "metric"]);
  expect(data).toHaveLength(2);
  expect(data[0]).toEqual([[expect.any(Number)], [expect.any(Number)]]);
});

test.each<[string, object, number]>([
  ["a day that does not exist", { date_end: "2026-02-30" }, 3],
  ["an end before the start", { date_end: "2026-09-30" }, 3],
  ["an unknown metric", { metrics: ["fans"] }, 3],
  ["an unknown dimension", { dimensions: [{ type: "day" }] }, 3],
  [
    "a breakdown that is not last",
    { metrics: ["insights_reach"], dimensions: [{ type: "gender_age" }, { type: "profile" }] },
    3,
  ],
  ["a breakdown that the metric does not have", { dimensions: [{ type: "gender_age" }] }, 3],
  ["13 months", { date_start: "2025-09-01" }, 4],
  ["a start before the history", { date_start: "2015-01-01", date_end: "2015-01-02" }, 6],
  ["an unknown profile", { profiles: ["1"] }, 5],
])("%s is rejected", (_, wrong, code) => {
  expect(codesOf(ask(sandboxOf(), wrong))).toEqual([code]);
});

test("dimensions are optional: without them, an answer is one total", () => {
  const { header, data } = ask(sandboxOf(), { dimensions: undefined });
  expect(header.map(({ type }) => type)).toEqual(["metric"]);
  expect(data).toEqual([expect.any(Number)]);
});

test("more than 100 profiles, and more numbers than the complexity, exceed the limit", () => {
  const sandbox = sandboxOf({ complexity: 3 });
  expect(codesOf(ask(sandbox, { profiles: ids(sandbox, "facebook").slice(0, 101) }))).toEqual([4]);
  expect(codesOf(ask(sandbox))).toEqual([4]);
});

test("version 2 accepts 25 profiles and 3 months", () => {
  const sandbox = sandboxOf();
  const path = "/2/facebook/metrics";
  expect(ask(sandbox, { date_start: "2026-07-03" }, path).success).toBe(true);
  expect(codesOf(ask(sandbox, { date_start: "2026-07-02" }, path))).toEqual([4]);
  expect(codesOf(ask(sandbox, { profiles: ids(sandbox, "facebook").slice(0, 26) }, path))).toEqual([
    4,
  ]);
});

test("LinkedIn and TikTok reject profiles without insights and name them", () => {
  const sandbox = sandboxOf();
  const [, , off] = ids(sandbox, "linkedin");
  const record = ask(
    sandbox,
    { profiles: [off], metrics: ["followers_change"] },
    "/3/linkedin/metrics",
  );
  expect(record.errors).toEqual([{ code: 7, errors: [expect.any(String), off] }]);
});

test("three users share an account, and one of them has access to every other profile only", () => {
  const sandbox = sandboxOf({ profiles: 10 });
  const [, , restricted] = users;
  const authorization = basicOf(restricted);
  expect(
    send(sandbox, { path: "/3/facebook/profiles", authorization }).record.profiles,
  ).toHaveLength(5);
  expect(codesOf(ask(sandbox, {}, "/3/facebook/metrics", authorization))).toEqual([5]);
});

test.each([
  ["no credentials", { authorization: "" }, 401],
  ["a wrong secret", { authorization: `Basic ${btoa("sandbox-token-1:no")}` }, 401],
  ["an address that does not exist", { path: "/3/nothing" }, 404],
  ["a network that has no metrics", { method: "POST", path: "/3/whatsapp/metrics" }, 404],
  ["another method", { method: "POST" }, 405],
])("%s is rejected", (_, sent, status) => {
  const answer = send(sandboxOf(), sent);
  expect(answer.status).toBe(status);
  expect(codesOf(answer.record)).toEqual([status]);
});

test("a user has 500 requests per hour and the account 1,000", () => {
  let now = testNow;
  const sandbox = sandboxOf({ now: () => now });
  const codes = users.map((user) => {
    const answers = Array.from({ length: 501 }, () =>
      send(sandbox, { authorization: basicOf(user) }),
    );
    return answers.filter(({ record }) => !record.success).map(({ record }) => codesOf(record)[0]);
  });
  expect(codes[0]).toEqual([11]);
  expect(codes[1]).toEqual([11]);
  expect(codes[2]).toEqual(Array.from({ length: 501 }, () => 10));
  now += 3_600_000;
  expect(send(sandbox).record.success).toBe(true);
});

test("numbers are the same in every sandbox, whatever the number of profiles", () => {
  const few = sandboxOf({ profiles: 5 });
  const many = sandboxOf({ profiles: 10_000 });
  expect(ask(few).data).toEqual(ask(many).data);
});

test("days before a profile was connected and days of the outage are null", () => {
  const sandbox = sandboxOf();
  const outage = {
    date_start: "2026-03-11",
    date_end: "2026-03-11",
    metrics: ["fans_lifetime", "insights_views"],
  };
  const [[first] = []] = ask(sandbox, outage).data;
  expect(first).toEqual([expect.any(Number), null]);
  const late = ids(sandbox, "facebook")[3];
  expect(
    ask(sandbox, { profiles: [late], date_start: "2025-12-30", date_end: "2025-12-31" }).data,
  ).toEqual([[[null], [null]]]);
});
