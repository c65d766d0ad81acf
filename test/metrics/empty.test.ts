/** Empty answers explain themselves: the likely causes in order, and the next call to try. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";

/** An account without anything. */
const nothing = async (): ReturnType<typeof connect> => {
  const { baseUrl } = await serveFakeApi({
    profiles: [],
    otherwise: { data: [], queries: [], ad_accounts: [], userInfo: {} },
  });
  return connect({ baseUrl });
};

test.each<[string, Record<string, unknown>, string]>([
  [
    "list_profiles",
    { network: "facebook" },
    "get_current_user shows who asks; list_profiles with another network",
  ],
  ["list_post_labels", {}, "Posts can be listed without them: list_facebook_posts."],
  [
    "list_post_label_groups",
    {},
    "label groups may not be enabled for this account. list_post_labels",
  ],
  ["list_profile_labels", {}, "get_profile_metrics can split by profile instead."],
  ["list_listening_queries", {}, "no listening queries, or this user may see none"],
  ["list_ad_accounts", {}, "Try a longer range, such as last_year."],
  ["get_current_user", {}, "The API names no fields of this user."],
])("%s of an account without any", async (tool, args, hint) => {
  const { call } = await nothing();
  const { text, isError } = await call(tool, args);
  expect(isError).toBe(false);
  expect(text).toContain(hint);
});

const october = { date_start: "2026-10-01", date_end: "2026-10-02" };

test.each([
  ["get_profile_metrics", { network: "facebook", metrics: ["fans_change"], ...october }],
  ["list_facebook_posts", october],
])("%s of a network without profiles is an error that says where to look", async (tool, args) => {
  const { failing } = await nothing();
  const { text, isError } = await failing(tool, args);
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^not_found: no facebook profile is connected to this account, or this user may see none\nCall list_profiles/,
  );
});

test("no post in the range", async () => {
  const { call } = await connect();
  const question = { profiles: ["Acme US"], ...october, filter: { field: "type", value: "poll" } };
  const { text, isError } = await call("list_facebook_posts", question);
  expect(isError).toBe(false);
  expect(text).toMatch(
    /Complete: 0 posts\. .*\nNo posts\. Likely causes, the likeliest first: no post passes the filter on type; nothing was published/,
  );
  expect(text).toContain(
    "Try without the filter, or with period last_90_days; list_profiles shows the profiles.",
  );
});

test("every value missing", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_reach"],
    profiles: ["Café Žofín"],
    dimensions: ["date.day"],
    ...october,
  });
  expect(text).toContain("\n\nmetric|mean\ninsights_reach people per page and day|–\n");
  expect(text.split("\n")[0]).toContain(" 2 of 2 profile-days missing: without insights.");
  // The cause is known.
  expect(text).not.toContain("Every value is missing");
});

test("every value missing, although insights are on", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_reach"],
    profiles: ["Acme 日本"],
    date_start: "2026-03-01",
    date_end: "2026-03-02",
  });
  expect(text).toContain("\n\nmetric|mean\ninsights_reach people per page and day|–\n");
  expect(text).toContain(
    "\nEvery value is missing: try period last_30_days; list_profiles shows whose insights are on.\n",
  );
});

test("data that only began later", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "instagram",
    metrics: ["insights_video_views"],
    profiles: ["Acme US"],
    date_start: "2025-01-01",
    date_end: "2025-01-02",
  });
  expect(text).toContain("\ninsights_video_views: data starts on 2025-06-09; ");
});

test("some value there, nothing to explain", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    ...october,
  });
  expect(text).not.toContain("Every value is missing");
});

test("a narrowing that leaves nothing says how to widen it", async () => {
  const { call } = await connect();
  const { text } = await call("list_post_labels", { name_contains: "zzz" });
  expect(text).toMatch(
    /^0 of 8 content labels whose name contains "zzz"\. 1 request sent, .*\nTry a shorter text/,
  );
});
