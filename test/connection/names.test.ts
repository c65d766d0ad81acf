/** Names as well as ids, and lists that are remembered. */
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { idOf, readCsv } from "../helpers/results.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";

const october = {
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2026-10-01",
  date_end: "2026-10-02",
};

test("profiles are asked for by id or exact name, in any mixture, each once", async () => {
  const { call, sandbox } = await connect();
  const [us, uk] = facebookIds(2);
  const { text } = await call("get_profile_metrics", {
    ...october,
    profiles: ["Acme UK", us, uk, "Acme US"],
  });
  expect(text).toMatch(/^facebook, 2 profiles/);
  expect(sandbox.requests("metrics")[0]?.body).toMatchObject({ profiles: [uk, us] });
});

test("names can be given as answers show them, made inert", async () => {
  const { call } = await connect();
  const names = ["Acme ¦ Pipes and tabs", "Acme esrever", "Acme hidden", "Acme 👩‍🚀 Space"];
  const { text } = await call("get_profile_metrics", { ...october, profiles: names });
  expect(text).toMatch(/^facebook, 4 profiles/);
});

test("with 250 profiles, all of them by name cost one list request in ten minutes", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  const { call, sandbox } = await connect({ profiles: 250, now: () => now });
  const names = Array.from({ length: 238 }, (_, index) => {
    const places = [
      "Berlin",
      "Lagos",
      "Lima",
      "Oslo",
      "Pune",
      "Quito",
      "Seoul",
      "Turin",
      "Wien",
      "York",
    ];
    return `Acme ${places[(index + 12) % places.length]} ${index + 13}`;
  });
  for (const metrics of [["fans_change"], ["fans_lifetime"], ["insights_views"]]) {
    const { text } = await call("get_profile_metrics", { ...october, metrics, profiles: names });
    expect(text).toMatch(/^facebook, 238 profiles/);
  }
  expect(sandbox.requests("profiles")).toHaveLength(1);
  now += 10 * 60_000;
  await call("list_profiles", { network: "facebook" });
  await call("list_facebook_posts", { period: "yesterday" });
  expect(sandbox.requests("profiles").map(({ version }) => version)).toEqual([3, 3, 2]);
});

test("an unknown name gives the nearest", async () => {
  const { failing, sandbox } = await connect();
  const { text } = await failing("get_profile_metrics", { ...october, profiles: ["Acme Berlin"] });
  expect(text).toMatch(
    /^profiles_not_allowed: not facebook profiles of this account: Acme Berlin \(nearest: "Acme Berlin \d+", /,
  );
  expect(sandbox.requests("metrics")).toHaveLength(0);
});

async function namesakes(): ReturnType<typeof connect> {
  const profiles = [
    { id: "1", name: "Acme", timezone: "UTC" },
    { id: "2", name: "Acme", timezone: "UTC" },
    { id: "3", name: "1", timezone: "UTC" },
  ];
  const { baseUrl } = await serveFakeApi({
    profiles,
    metrics: ({ body }) => metricsAnswer(body, () => 7),
  });
  return connect({ baseUrl });
}

test("a name that several have lists them, and an id is never taken for a name", async () => {
  const connected = await namesakes();
  const { call, failing } = connected;
  const { text } = await failing("get_profile_metrics", { ...october, profiles: ["Acme"] });
  expect(text).toBe('invalid_input: 2 facebook profiles are named "Acme": 1, 2\nUse an id.');
  const reply = await call("get_profile_metrics", { ...october, profiles: ["1"] });
  expect(await readCsv(connected, `result://${idOf(reply.text)}.csv`)).toContain(
    "\r\n1,Acme,14\r\n",
  );
});

const similar = [
  { id: "1", name: "Acme US", profile_name: "acme.us" },
  { id: "2", name: "Acme  US", profile_name: "@Acme_USA" },
  { id: "3", name: "Brand 14", profile_name: "b14" },
  { id: "4", name: "acme.us", profile_name: "4b" },
  { id: "5", name: "Twice", profile_name: "twin" },
  { id: "6", name: "Twice ", profile_name: "Twin" },
  { id: "4b", name: "Last", profile_name: "last" },
];

/** Asks for a profile by a text, and returns the requested ids, or else the reply. */
async function requestedBy(text: string): Promise<readonly string[] | string> {
  const api = await serveFakeApi({ profiles: similar, metrics: ({ body }) => metricsAnswer(body) });
  const { attempt } = await connect({ baseUrl: api.baseUrl });
  const reply = await attempt("get_profile_metrics", { ...october, profiles: [text] });
  return api.requests("metrics")[0]?.body.profiles ?? reply.text;
}

test.each([
  ["a name", "Acme US", "1"],
  ["a name with two spaces", "Acme  US", "2"],
  ["a name that is another's handle", "acme.us", "4"],
  ["an id that is another's handle", "4b", "4b"],
  ["a handle", "b14", "3"],
  ["a handle with an @ that its record lacks", "@b14", "3"],
  ["a handle without the @ of its record, in another case", "acme_usa", "2"],
  ["the words of a name, in another case, without blanks", "bRAND14", "3"],
  ["a name with its id, as replies show namesakes", "Twice (6)", "6"],
])("%s finds its profile", async (_, text, id) => {
  expect(await requestedBy(text)).toEqual([id]);
});

test.each([
  ["b 14", 'b 14 (nearest: "Brand 14")'],
  ["acme-usa", 'acme-usa (nearest: "Acme  US", '],
  ["Nobody", 'Nobody (there are "Acme US", '],
])("%s is unknown: the nearest by name or handle", async (text, expected) => {
  expect(await requestedBy(text)).toContain(
    `profiles_not_allowed: not facebook profiles of this account: ${expected}`,
  );
});

test.each([
  ["Twice", "Twice"],
  ["@twin", "@twin"],
])("%s, which two have, lists their ids", async (text, shown) => {
  expect(await requestedBy(text)).toBe(
    `invalid_input: 2 facebook profiles are named "${shown}": 5, 6\nUse an id.`,
  );
});

test("list_profiles shows both spaces, and finds a handle with an @", async () => {
  const { baseUrl } = await serveFakeApi({ profiles: similar });
  const { call } = await connect({ baseUrl });
  const { text } = await call("list_profiles", { network: "facebook", name_contains: "@acme_" });
  expect(text).toContain("\n2|Acme  US|");
});

test.each([
  ["list_post_labels", "post_labels"],
  ["list_profile_labels", "profile_labels"],
  ["list_listening_queries", "listening_queries"],
  ["list_ad_accounts", "ad_accounts"],
  ["list_post_label_groups", "post_label_groups"],
] as const)(
  "%s is remembered for ten minutes, narrowed without a request",
  async (tool, operation) => {
    let now = Date.parse("2026-11-20T12:00:00Z");
    const { call, sandbox } = await connect({ now: () => now });
    const reply = await call(tool);
    expect(reply.isError).toBe(false);
    const narrowed = await call(tool, { name_contains: "a" });
    expect(narrowed.text).toContain('whose name contains "a"');
    expect(sandbox.requests(operation)).toHaveLength(1);
    now += 10 * 60_000 + 1;
    await call(tool);
    expect(sandbox.requests(operation)).toHaveLength(2);
  },
);

test("listening queries are narrowed by group and status, and each status is explained", async () => {
  const { call } = await connect();
  const inactive = await call("list_listening_queries", { group: "inactive" });
  expect(inactive.text).toMatch(
    /^inactive: 2 of 2 listening queries\. 1 request sent, [^\n]*\n\nid\|/,
  );
  expect(inactive.text).toContain("Done: reached its end date; does not collect mentions.");
  const none = await call("list_listening_queries", { group: "inactive", status: "Running" });
  expect(none.text).toContain(
    "None of the account's 7 queries is inactive, Running. Leave group and status out",
  );
});
