/** Calls as hosts and models write them: what has one meaning is read so, and everything that is wrong is said at once. */
import { describe, expect, test } from "vitest";
import { toolsets } from "../../src/server/mcp/tool.ts";
import { toolArguments } from "../helpers/tool-arguments.ts";
import { connect, withoutIds, type Connected } from "../helpers/connect.ts";

const tool = "get_profile_metrics";
const question = {
  network: "facebook",
  metrics: ["insights_views", "fans_change"],
  profiles: ["Acme US", "Acme UK"],
  period: "last_month",
  dimensions: ["profile"],
};

const costless = (text: string): string =>
  withoutIds(text).replace(/ \d+ requests? sent, at most \d+ left this hour\./, "");

async function ask(connected: Connected, input: object): Promise<string> {
  const { text } = await connected.call(tool, { ...input });
  return costless(text);
}

test.each<[string, object]>([
  [
    "lists as JSON texts",
    { metrics: '["insights_views","fans_change"]', dimensions: '["profile"]' },
  ],
  ["lists as texts with commas", { metrics: "insights_views, fans_change", dimensions: "profile" }],
  ["names with a comma between them", { profiles: "Acme US, Acme UK" }],
  ["names in another case, with other blanks", { profiles: ["ACME us", "acme\u00A0UK"] }],
  ["choices and periods in another case", { network: "Facebook", period: "LAST_MONTH" }],
  ["a number and a boolean as texts", { max_requests: "50", fresh: "False" }],
  ["empty values", { labels: [], where: null, sort_by: "", date_start: "", compare_to: "" }],
  ["empty values as JSON texts", { labels: "[]", labels_not: "[]" }],
  ["a list of one for a text", { network: ["facebook"], period: ["last_month"] }],
  ["an unknown argument without a value", { random_string: "", page: null }],
])("%s", async (_, overrides) => {
  const connected = await connect({ profiles: 4 });
  expect(await ask(connected, { ...question, ...overrides })).toBe(await ask(connected, question));
});

test.each<[string, object, object]>([
  [
    "short dimensions",
    { dimensions: ["label", "Week"] },
    { dimensions: ["profile_label", "date.week"] },
  ],
  ["totals only, as a text", { dimensions: "[]" }, { dimensions: [] }],
  [
    "months as dates",
    { period: undefined, date_start: "2026-09", date_end: "2026-10" },
    { period: undefined, date_start: "2026-09-01", date_end: "2026-10-31" },
  ],
  ["yoy", { compare_to: "yoy" }, { compare_to: "previous_year" }],
  ["mom", { compare_to: "MoM" }, { compare_to: "previous_period" }],
  [
    "labels in another case",
    { profiles: undefined, labels: ["EUROPE"] },
    { profiles: undefined, labels: ["Europe"] },
  ],
])("%s", async (_, overrides, written) => {
  const connected = await connect({ profiles: 12 });
  expect(await ask(connected, { ...question, ...overrides })).toBe(
    await ask(connected, { ...question, ...written }),
  );
});

test.each(["labels", "labels_all", "labels_not"])("%s with commas between them", async (name) => {
  const connected = await connect({ profiles: 30 });
  const replyTo = (labels: unknown): Promise<string> =>
    ask(connected, { ...question, profiles: undefined, dimensions: [], [name]: labels });
  const written = await replyTo(["Europe", "Brand"]);
  for (const labels of ["Europe,Brand", ["europe", "Brand"], ["Europe, pl-4"]])
    expect(await replyTo(labels)).toBe(written);
  expect(written).not.toBe(await replyTo(["Europe"]));
  expect(await replyTo("Asia, Pacific")).toBe(await replyTo(["pl-3"]));
  const { failing } = connected;
  const { text } = await failing("list_profile_labels", { label: "Europe,Brand" });
  expect(text).toMatch(/^invalid_input: "Europe,Brand" names 2 profile labels, and this takes one/);
});

test("a name with a comma is found beside others", async () => {
  const connected = await connect({ profiles: 30 });
  const replyTo = (labels: unknown): Promise<string> =>
    ask(connected, { ...question, profiles: undefined, labels });
  expect(await replyTo("Europe, Asia, Pacific,Brand")).toBe(
    await replyTo(["Europe", "Asia, Pacific", "Brand"]),
  );
});

test("an argument that chooses profiles, given empty, says that all are meant", async () => {
  const connected = await connect({ profiles: 4 });
  for (const overrides of [{ profiles: [] }, { labels: "", profiles: null }]) {
    const text = await ask(connected, { ...question, ...overrides });
    expect(text.split("\n")[0]).toMatch(
      /(profiles|labels) (is|are) empty|profiles and labels are empty/,
    );
    expect(text.split("\n")[0]).toContain("all 4 profiles");
  }
  const { text } = await connected.call("list_facebook_posts", {
    period: "last_week",
    profiles: "",
  });
  expect(text.split("\n")[0]).toContain("profiles is empty: all 4 profiles.");
});

test("tools without arguments take any", async () => {
  const { call } = await connect();
  const { isError } = await call("get_current_user", { random_string: "dummy" });
  expect(isError).toBe(false);
});

test("empty values for every optional argument, in every tool", async () => {
  const { client, attempt } = await connect({ toolsets, profiles: 3 });
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema;
    const optional = Object.keys(properties).filter((key) => !required.includes(key));
    for (const empty of ["", [], null]) {
      const blanks = Object.fromEntries(optional.map((key) => [key, empty]));
      const fields = {
        ...toolArguments[name],
        result: "none",
        ...(name.includes("metrics") || name.includes("posts")
          ? { ...blanks, period: "last_week" }
          : blanks),
      };
      const input = Object.fromEntries(Object.entries(fields).filter(([key]) => key in properties));
      const { text } = await attempt(name, input);
      expect([name, text]).toEqual([name, expect.not.stringMatching(/^invalid_input/)]);
    }
  }
});

describe("everything that is wrong is one error", () => {
  test.each<[string, object, readonly string[]]>([
    [
      "an argument, an order and a dimension",
      { dimensions: ["profile", "label", "hour"], sort_by: "-insights_views", limit: 5 },
      [
        "limit is not an argument; write top",
        '"hour" is not a dimension (hour_of_day, which ',
        "sort_by insights_views; order",
      ],
    ],
    [
      "metrics, a period and a comparison",
      { metrics: ["engagement_rate", "clicks"], period: "mtd_", compare_to: "previous_decade" },
      [
        '"engagement_rate" (write "reaction_rate = insights_reactions / insights_reach")',
        '"clicks" (of other networks: linkedin insights_post_clicks)',
        '"mtd_" is not a period',
        '"previous_decade" is not a comparison',
      ],
    ],
  ])("%s", async (_, wrong, problems) => {
    const { failing, sandbox } = await connect({ profiles: 4 });
    const { text } = await failing(tool, { ...question, ...wrong });
    for (const problem of problems) expect(text).toContain(problem);
    // Names are looked up, so that those that are wrong are listed too.
    const operations = sandbox.requests().map(({ operation }) => operation);
    expect(operations.filter((operation) => operation !== "profiles")).toEqual([]);
  });
});

test.each<[string, object, string]>([
  ["a list in the place of one", { network: ["facebook", "instagram"] }, "(one per call, or all)"],
  ["x", { network: "x" }, "(write twitter)"],
  ["meta", { network: "meta" }, "(facebook or instagram (one call each, or network all))"],
  ["all profiles", { profiles: ["all"] }, "all (leave it out for all)"],
  ["a condition on labels", { where: ["profile_label = Retail"] }, 'write labels: ["Retail"]'],
  ["an equation", { where: ["fans_change = 5"] }, "there is no =; write >= and <="],
  [
    "a period for a date",
    { period: undefined, date_start: "last_month" },
    'Write period: "last_month"',
  ],
  [
    "a month for a date",
    { period: undefined, date_start: "2026-09" },
    'Write period: "2026-09" for all of it, or date_start "2026-09-01"',
  ],
  [
    "a metric of another network",
    { network: "instagram", metrics: ["insights_reactions"] },
    "(a metric of facebook)",
  ],
  ["a product", { metrics: ["insights_views * insights_reach"] }, "not multiplied"],
  ["a name that is near nothing", { metrics: ["xyzzy"] }, '"xyzzy"\n'],
  ["an empty label", { labels: [""] }, "labels: an item is an empty text"],
  [
    "the future",
    { period: undefined, date_start: "2026-12-01", date_end: "2026-12-02" },
    "date_start 2026-12-01 is in the future\n",
  ],
  ["digits that are not one number", { profiles: ["Brand 1-2"] }, "not facebook profiles"],
])("%s says what to write", async (_, wrong, expected) => {
  const { failing } = await connect({ profiles: 30 });
  const { text } = await failing(tool, { ...question, ...wrong });
  expect(text).toContain(expected);
  expect(text).not.toContain("Brand 12");
});
