/** Profiles that the API refuses: refused whole, or left out by name where that was asked. */
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { failure, metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-02" };

test("profiles without insights are refused before a request is spent, where the network needs insights", async () => {
  const { failing, sandbox } = await connect();
  const { text } = await failing("get_profile_metrics", {
    network: "linkedin",
    metrics: ["followers_change"],
    ...october,
    skip_unavailable: false,
  });
  expect(text).toMatch(/^insights_not_enabled: linkedin profiles without insights: Café Žofín, /);
  expect(sandbox.requests("metrics")).toHaveLength(0);
});

test.each([
  [25, 23, " Without Café Žofín, Acme Lima 23. ", "Café Žofín, Acme Lima 23"],
  [
    120,
    114,
    " Without Café Žofín, Acme Lima 23, Acme Lima 43 and 3 more. ",
    "Café Žofín, Acme Lima 23, Acme Lima 43, Acme Lima 63, Acme Lima 83, Acme Lima 103",
  ],
])(
  "skip_unavailable leaves them out, and lists them: of %i",
  async (profiles, left, without, names) => {
    const { call } = await connect({ profiles });
    const { text, isError } = await call("get_profile_metrics", {
      network: "linkedin",
      metrics: ["followers_change"],
      skip_unavailable: true,
      ...october,
    });
    expect(isError).toBe(false);
    const [first] = text.split("\n");
    expect(first).toContain(`linkedin, ${left} profiles`);
    expect(first).toContain(without);
    expect(first).not.toContain("Complete");
    expect(text).toContain(`\nLeft out, insights not enabled: ${names}.\n`);
  },
);

test("unknown ids are left out too", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    profiles: [...facebookIds(2), "12345"],
    skip_unavailable: true,
    ...october,
  });
  expect(text).toMatch(
    /^facebook, 2 profiles [^\n]* Without 12345 \(2 of 3 named\)\. [^]*\nLeft out, no facebook profile of this account: 12345\.\n/,
  );
});

const sevenAnd103 = (id: string): boolean => id === "7" || id === "103";

/** Serves an API with 150 profiles that refuses some of them, and names up to `atATime` of those in an error. */
async function refusing(code: number, isRefused = sevenAnd103, atATime = 150): Promise<string> {
  const profiles = Array.from({ length: 150 }, (_, index) => ({
    id: `${index}`,
    name: `Profile ${index}`,
  }));
  const { baseUrl } = await serveFakeApi({
    profiles,
    metrics: ({ body }) => {
      const named = body.profiles.filter(isRefused).slice(0, atATime);
      return named.length > 0
        ? failure(code, "Refused", ...named.map((id) => `profile ${id}.`))
        : metricsAnswer(body, Number);
    },
  });
  return baseUrl;
}

test.each([
  [5, "profiles_not_allowed", "not allowed for this user"],
  [7, "insights_not_enabled", "insights not enabled"],
])("what code %i names is left out, and only that", async (code, toolError, reason) => {
  const connected = await connect({ baseUrl: await refusing(code) });
  const { call, failing } = connected;
  const question = { network: "facebook", metrics: ["fans_change"], ...october };

  const refused = await failing("get_profile_metrics", { ...question, skip_unavailable: false });
  expect(refused.text).toMatch(new RegExp(`^${toolError}: .*"profile (7|103)\\."`));

  const { text } = await call("get_profile_metrics", question);
  expect(text).toMatch(
    new RegExp(
      `^facebook, 148 profiles .* Without Profile (7, Profile 103|103, Profile 7)\\. [^]*\nLeft out, ${reason}: Profile \\1\\.\n`,
    ),
  );
  expect(text).toContain("\n\nall 148|total\nfans_change sum|22130\n");
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(csv).toContain("\r\n70,Profile 70,140\r\n");
  expect(csv).not.toMatch(/\n(7|103),/);
});

test.each([
  [5, "profiles_not_allowed", "the user has no access to some of the profiles"],
  [7, "insights_not_enabled", "some of the profiles have no insights"],
])(
  "where code %i names none, skip_unavailable cannot help, and is not advised",
  async (code, toolError, meaning) => {
    const { baseUrl } = await serveFakeApi({
      profiles: profileList(3),
      metrics: failure(code, "Rejected"),
      posts: failure(code, "Rejected"),
    });
    const { failing } = await connect({ baseUrl });
    const problem = `${toolError}: ${meaning}; the API says: "Rejected"\n`;
    const advice =
      "The API does not name these profiles, so skip_unavailable cannot omit them. Find them with list_profiles, or ask for fewer profiles at a time.";
    const question = { network: "facebook", metrics: ["fans_change"], ...october };

    for (const skip_unavailable of [true, false]) {
      const metrics = await failing("get_profile_metrics", { ...question, skip_unavailable });
      expect(metrics.text).toBe(problem + advice);
      const posts = await failing("list_facebook_posts", { ...october, skip_unavailable });
      expect(posts.text).toBe(problem + advice);
      const reply = await failing("get_profile_metrics", { ...question, profiles: ["p1"] });
      expect(reply.text).toBe(
        `${problem}Choose others: list_profiles shows which there are, and whose insights are on.`,
      );
    }
  },
);

test("max_requests bounds the whole call, however often it must begin again", async () => {
  const { failing } = await connect({
    baseUrl: await refusing(5, (id) => Number(id) % 2 === 1, 1),
  });

  const { text } = await failing("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    skip_unavailable: true,
    max_requests: 9,
    ...october,
  });

  expect(text).toMatch(
    /^too_many_requests_needed: at least \d+ requests turn out to be needed, and max_requests is 9/,
  );
});

test("a piece of metrics repeats what was left out of the whole", async () => {
  const { call } = await connect();
  const question = { network: "linkedin", metrics: ["followers_change"], skip_unavailable: true };
  const { text } = await call("get_profile_metrics", { ...question, period: "last_week" });
  const piece = await call("read_result", {
    result: idOf(text),
    sort_by: "followers_change",
    top: 1,
  });
  expect(piece.text).toContain("Left out, insights not enabled: Café Žofín");
});
