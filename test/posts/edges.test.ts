/** Posts of an API that answers in other ways than the sandbox: nothing lost, nothing doubled, nothing made up. */
import { expect, test } from "vitest";
import { columnOf, withPages } from "../helpers/posts-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const june = { date_start: "2026-06-01", date_end: "2026-07-15" };

test.each([null, "", undefined])("posts with the id %j are all listed", async (id) => {
  const connected = await withPages([{ posts: [5, 7, 9].map((shares) => ({ id, shares })) }]);
  const { text } = await connected.call("list_facebook_posts", { ...june, fields: ["shares"] });
  expect(text).toContain("Complete: 3 posts.");
  expect(await columnOf(connected, text, "shares")).toEqual(["5", "7", "9"]);
});

test("a numeric id too large to be exact is rejected, not rounded", async () => {
  const id = 2 ** 53 + 2;
  const posts = await withPages([{ posts: [{ id }] }]);
  expect((await posts.failing("list_facebook_posts", june)).text).toMatch(
    /^upstream_failed: .*too large to be exact/,
  );
  const lists = await withPages([], [{ id, name: "One" }]);
  expect((await lists.failing("list_profiles", { network: "facebook" })).text).toMatch(
    /^upstream_failed: /,
  );
});

test("long runs of tildes and fields with many keys are handled", async () => {
  const posts = Array.from({ length: 1500 }, (_, index) => ({
    id: `p${index}`,
    message: "~ ".repeat(100),
    reactions_by_type: Object.fromEntries(
      Array.from({ length: 10 }, (_key, key) => [`k${index}_${key}`, 1]),
    ),
  }));
  const connected = await withPages([{ posts }]);
  const fields = ["message", "reactions_by_type"];
  const { text, isError } = await connected.call("list_facebook_posts", {
    ...june,
    fields,
    limit: 1500,
  });
  expect(isError).toBe(false);
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n")[0]).toBe("id,created_time,page_id,message,reactions_by_type");
  expect(csv).toContain('"{""k7_0"":1,');
});

test("an unknown time zone is not treated as UTC", async () => {
  const now = (): number => Date.parse("2026-11-20T06:00:00Z");
  const yesterday = async (timezone?: string): Promise<string> => {
    const { call } = await withPages([{ posts: [] }], [{ id: "1", name: "One", timezone }], {
      now,
    });
    return (await call("list_facebook_posts", { period: "yesterday" })).text;
  };
  expect(await yesterday("UTC")).toMatch(/^facebook posts, One, 2026-11-19, profile time, /);
  // The 19th has not ended in every time zone.
  expect(await yesterday()).toMatch(/^facebook posts, One, 2026-11-18, profile time, /);
});

const inPrague = [
  { id: "a", page_id: "1", created_time: "2026-05-31T23:00:00Z", shares: 1 },
  { id: "b", page_id: "2", created_time: "2026-06-10T11:00:00+02:00", shares: 2 },
  { id: "c", page_id: "2", created_time: "2026-06-10 04:30 +0000", shares: 3 },
  { id: "d", page_id: "9", created_time: "2026-06-11T05:00+02", shares: 4 },
];

test("a piece by days uses the days of each profile, and its range is checked", async () => {
  const { call, failing } = await withPages([{ posts: inPrague }]);
  const { text } = await call("list_facebook_posts", { ...june, fields: ["shares"] });
  const result = idOf(text);
  const piece = await call("read_result", {
    result,
    date_start: "2026-06-10",
    date_end: "2026-06-10",
  });
  expect(piece.text).toContain("2 of 4 posts of a stored result");
  expect(piece.text).toContain(", 2026-06-10, profile time");
  const wrong = await failing("read_result", {
    result,
    date_start: "2026-06-30",
    date_end: "2026-06-01",
  });
  expect(wrong.text).toMatch(/^invalid_input: date_end 2026-06-01 is before date_start 2026-06-30/);
});

// The zone of an unknown profile is not known, nor is its local time.
test("times are ranked by instant, whatever their time zones", async () => {
  const { call } = await withPages([{ posts: inPrague }]);
  const { text } = await call("list_facebook_posts", { ...june, fields: ["shares"] });
  const ranked = await call("read_result", {
    result: idOf(text),
    sort_by: "created_time",
    order: "asc",
  });
  const times = ranked.text.split("\n").flatMap((line) => /^\d\|(2026[^|]+)/.exec(line)?.[1] ?? []);
  expect(times).toEqual(["2026-06-01 01:00", "2026-06-10 06:30", "2026-06-10 11:00"]);
});

test("an unrequested profile is shown by its id, others by name; an id takes precedence over a name", async () => {
  const listed = [
    { id: "1", name: "2" },
    { id: "2", name: "Two" },
  ];
  const { call } = await withPages([{ posts: inPrague }], listed);
  const { text } = await call("list_facebook_posts", { ...june, fields: ["shares"] });
  expect(text).toContain("|Two|2\n");
  expect(text).toContain("|9|4\n");
  const piece = await call("read_result", { result: idOf(text), profiles: ["2"] });
  expect(piece.text).toContain("2 of 4 posts");
});

test("skip_unavailable also skips profiles that only the API reports as unavailable", async () => {
  const { call, failing } = await withPages((body) =>
    Object(body["profiles"]).includes("1")
      ? { success: false, errors: [{ code: 7, errors: ["No insights", "1"] }] }
      : { posts: [{ id: "b", page_id: "2", insights_reach: 5 }] },
  );
  const question = { ...june, fields: ["insights_reach"] };
  const strict = { ...question, skip_unavailable: false };
  expect((await failing("list_facebook_posts", strict)).text).toMatch(/^insights_not_enabled: /);
  const { text } = await call("list_facebook_posts", question);
  expect(text).toMatch(
    /^facebook posts, Two, .* 1 post, no more follow\. Without One\. [^]*\nLeft out, insights not enabled: One\.\n/,
  );
});

test("version 3 shows fields that the API returns under other names than requested", async () => {
  const posts = [{ id: "a", profile_id: "1", stats: { likes: 5 } }];
  const connected = await withPages([{ posts }]);
  const { text } = await connected.call("list_linkedin_posts", {
    ...june,
    fields: ["stats.likes"],
  });
  expect(await columnOf(connected, text, "stats.likes")).toEqual(["5"]);
  expect(await columnOf(connected, text, "profile_id")).toEqual(["1"]);
  expect(text).not.toContain("No post has a value of: stats.likes");
});

test("fields that are not measures are neither totalled nor averaged", async () => {
  const posts = [
    { id: 1, created_time: 1_780_000_000_000, author_id: 11, ctr: 1, engagement: 0.25, likes: 2 },
    { id: 2, created_time: 1_780_000_100_000, author_id: 12, ctr: 3, engagement: 0.5, likes: 4 },
  ];
  const { call } = await withPages([{ posts }]);
  const { text } = await call("list_linkedin_posts", june);
  expect(text).toContain("\n#|created_local|author_id|ctr|engagement|likes\n");
  expect(text).toContain("\n1|2026-05-28 22:26|11|1|0.25|2\n");
  expect(text).toContain("\nsum|||||6\naverage|||2|0.375|3\n");
});

test("colliding keys stay separate columns, and texts that differ late are not merged", async () => {
  const long = `https://social.example.invalid/${"x".repeat(220)}`;
  const posts = ["1", "2"].map((end) => ({ id: end, "a.b": 3, a: { b: 4 }, url: long + end }));
  const connected = await withPages([{ posts }]);
  const { text } = await connected.call("list_linkedin_posts", june);
  expect(await columnOf(connected, text, "a.b")).toEqual(["3", "3"]);
  expect(await columnOf(connected, text, "a.b (2)")).toEqual(["4", "4"]);
  expect(text).not.toContain("in every post");
});

test("an order without a sort field is rejected if there is no default field", async () => {
  const { failing } = await withPages([{ posts: [] }]);
  const { text } = await failing("list_linkedin_posts", { ...june, order: "asc" });
  expect(text).toMatch(/^invalid_input: order is given without sort_by\n/);
});

test("an answer from cached pages says so", async () => {
  const { call } = await withPages([{ posts: inPrague }]);
  const first = await call("list_facebook_posts", june);
  expect(first.text).not.toContain("from the cache");
  const again = await call("list_facebook_posts", june);
  expect(again.text).toContain("Some pages come from the cache, at most 15 minutes old");
});

test("missing values are counted, and are in no sum or average; they are never 0", async () => {
  const { call } = await withPages([
    {
      posts: [{ id: "a", likes: 4 }, { id: "b", likes: null }, { id: "c", likes: 8 }, { id: "d" }],
    },
  ]);
  const { text } = await call("list_linkedin_posts", june);
  expect(text).toContain("\n\n#|likes\nsum|12\naverage|6\n1|4\n2|–\n3|8\n4|–\n");
  expect(text).toContain(
    "Missing values (–) are not 0, and no sum or average includes them: likes in 2 of 4 posts.",
  );
});

test("an author's name is not quoted if it is the profile's, and once if it is always the same", async () => {
  const named = [1, 2, 3].map((id) => ({
    id,
    profile_id: "1",
    author_name: "Acme One",
    agency: "The agency",
  }));
  const { call } = await withPages([{ posts: named }], [{ id: "1", name: "Acme One" }]);
  const { text } = await call("list_linkedin_posts", june);
  expect(text).not.toContain("author_name");
  expect(text).toContain("\n~~~~\nevery post agency: The agency\n~~~~\n");
});

test("posts with more than 500 different fields are rejected", async () => {
  const posts = Array.from({ length: 600 }, (_, index) => ({
    id: `p${index}`,
    [`field${index}`]: 1,
  }));
  const { failing } = await withPages([{ posts }]);
  const { text } = await failing("list_linkedin_posts", { ...june, limit: 600 });
  expect(text).toMatch(/^upstream_failed: the API's posts have more than 500 different fields/);
});
