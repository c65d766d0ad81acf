/** Posts and lists of the sandbox follow the spec. */
import { expect, test } from "vitest";
import { facebookPostFields } from "../../src/catalog/post-fields.ts";
import { queryStatuses } from "../../src/catalog/listening.ts";
import { users } from "../../src/sandbox/account.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { facebookIds } from "../helpers/connect.ts";
import { basicOf, testNow } from "../helpers/in-memory.ts";

/** The parts of an answer that these tests read. */
interface Answered {
  readonly success: boolean;
  readonly errors: readonly { readonly code: number }[];
  readonly data: {
    readonly posts: readonly Record<string, unknown>[];
    readonly next?: string;
    readonly remaining?: number;
  };
  readonly queries: readonly { readonly status: string }[];
  readonly ad_accounts: readonly { readonly id: string }[];
}

const facebook = "/2/facebook/page/posts";
const linkedin = "/3/linkedin/page/posts";

function send(
  sandbox: Sandbox,
  path: string,
  body?: object,
  { method = "POST", authorization = basicOf() } = {},
): Answered {
  const text = body === undefined ? "" : JSON.stringify(body);
  return JSON.parse(sandbox.handle({ method, path, authorization, body: text }).body);
}

const sandboxOf = (options: SandboxOptions = {}): Sandbox =>
  new Sandbox({ now: () => testNow, ...options });

const july = { date_start: "2026-07-01", date_end: "2026-07-31" };
const ofFacebook = { profiles: facebookIds(2), ...july, fields: ["id", "created_time"] };
const ofLinkedin = { profiles: ["urn:li:organization:1000000"], ...july };

test("version 2 returns 10 posts by default, and the next page for the same request with a cursor", () => {
  const sandbox = sandboxOf();
  const first = send(sandbox, facebook, ofFacebook).data;
  expect(first.posts).toHaveLength(10);
  const again = send(sandbox, facebook, { ...ofFacebook, after: first.next }).data;
  expect(again.remaining).toBe((first.remaining ?? 0) - 10);
  const cut = send(sandbox, facebook, { after: first.next });
  expect(cut.errors[0]?.code).toBe(3);
});

test("version 3 returns the next page for the cursor alone", () => {
  const sandbox = sandboxOf();
  const first = send(sandbox, linkedin, { ...ofLinkedin, limit: 10 }).data;
  expect(first.posts).toHaveLength(10);
  const next = send(sandbox, linkedin, { after: first.next }).data;
  expect(next.posts).toHaveLength(10);
  expect(next.posts[0]).not.toEqual(first.posts[0]);
  const repeated = send(sandbox, linkedin, { ...ofLinkedin, after: first.next });
  expect(repeated.errors[0]?.code).toBe(3);
});

test("the last page has neither next nor remaining", () => {
  const { data } = send(sandboxOf(), facebook, { ...ofFacebook, limit: 500 });
  expect(data.posts.length).toBeGreaterThan(20);
  expect(Object.keys(data)).toEqual(["posts"]);
});

test.each<[string, string, object, number]>([
  ["501 posts per page in version 2", facebook, { ...ofFacebook, limit: 501 }, 4],
  ["101 posts per page in version 3", linkedin, { ...ofLinkedin, limit: 101 }, 4],
  ["an unknown field", facebook, { ...ofFacebook, fields: ["likes"] }, 3],
  ["a field that cannot be sorted by", facebook, { ...ofFacebook, sort: { field: "message" } }, 3],
  [
    "a field that cannot be filtered by",
    facebook,
    { ...ofFacebook, filter: { field: "message", value: "x" } },
    3,
  ],
  [
    "an unknown label",
    facebook,
    { ...ofFacebook, filter: { field: "post_labels", value: "cl-99" } },
    8,
  ],
  [
    "insights of a profile without insights",
    facebook,
    { ...ofFacebook, profiles: facebookIds(3), fields: ["insights_reach"] },
    7,
  ],
  ["an unknown profile", facebook, { ...ofFacebook, profiles: ["1"] }, 5],
  ["a start before the history", facebook, { ...ofFacebook, date_start: "2001-01-01" }, 6],
  ["an invalid cursor", linkedin, { after: "nonsense" }, 3],
])("%s is rejected", (_, path, body, code) => {
  expect(send(sandboxOf(), path, body).errors).toEqual([expect.objectContaining({ code })]);
});

test("every field of the spec can be requested", () => {
  const fields = facebookPostFields.map(({ name }) => name);
  const { data } = send(sandboxOf(), facebook, { ...ofFacebook, fields, limit: 500 });
  const seen = new Set(data.posts.flatMap((post) => Object.keys(post)));
  expect([...seen].toSorted()).toEqual(fields.toSorted());
});

test("posts are sorted as requested", () => {
  const sort = { field: "reactions_by_type.love", order: "asc" };
  const fields = ["reactions_by_type"];
  const { data } = send(sandboxOf(), facebook, { ...ofFacebook, fields, sort, limit: 50 });
  const loves = data.posts.map((post) => Object(post["reactions_by_type"])["love"]);
  expect(loves).toEqual(loves.toSorted((left, right) => left - right));
});

test("posts are within the requested days, in the time zone of their profile, and not in the future", () => {
  const wide = {
    ...ofFacebook,
    date_start: "2026-11-20",
    date_end: "2026-12-31",
    profiles: facebookIds(100),
    limit: 500,
  };
  const { data } = send(sandboxOf(), facebook, wide);
  expect(data.posts.length).toBeGreaterThan(0);
  for (const { created_time: time } of data.posts) {
    expect(Date.parse(String(time))).toBeLessThanOrEqual(testNow);
    expect(Date.parse(String(time))).toBeGreaterThan(Date.parse("2026-11-19T08:00:00Z"));
  }
});

test("there is a listening query in each of the six statuses", () => {
  const { queries } = send(sandboxOf(), "/3/listening/queries", undefined, { method: "GET" });
  expect(new Set(queries.map(({ status }) => status))).toEqual(
    new Set(queryStatuses.map(({ status }) => status)),
  );
});

test("ad accounts depend on the range and on the user's access", () => {
  const path = "/3/ads/accounts";
  const now = send(sandboxOf(), path, july).ad_accounts.length;
  const then = send(sandboxOf(), path, { date_start: "2025-01-01", date_end: "2025-01-31" });
  expect(then.ad_accounts.length).toBe(now + 1);
  const authorization = basicOf(users[2]);
  const refused = send(sandboxOf(), path, july, { method: "POST", authorization });
  expect(refused.errors[0]?.code).toBe(15);
});

test("label groups can be disabled, and operations can be set to fail", () => {
  const path = "/3/post/label-groups";
  const ask = (options: SandboxOptions): Answered =>
    send(sandboxOf(options), path, undefined, { method: "GET" });
  expect(ask({}).success).toBe(true);
  expect(ask({ labelGroups: false }).errors[0]?.code).toBe(403);
  expect(ask({ failures: { post_label_groups: 99 } }).errors[0]?.code).toBe(99);
});
