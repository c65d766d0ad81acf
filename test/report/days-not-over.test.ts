/** Ranges with days that are not over: one set of days for a number, its pace, and what is said of it. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";

/** The day of the sandbox, which is not over in most zones. */
const today = "2026-11-20";
const month = { network: "facebook", date_start: "2026-11-01", dimensions: [] };

test.each([
  ["a sum", { metrics: ["insights_views"], goal: "9000000 by 2026-11-30" }],
  [
    "a sum, in percent",
    { metrics: ["insights_reactions"], date_start: "2026-01-01", goal: "+10 % by 2026-12-31" },
  ],
  ["a level", { metrics: ["fans_lifetime"], goal: "900000 by 2026-11-30" }],
  ["a level, in percent", { metrics: ["fans_lifetime"], goal: "+10 % by 2026-12-31" }],
])("a goal of %s stands where it stood at the end of the last day", async (_, question) => {
  const { call } = await connect({ profiles: 20 });
  const goalIn = async (end: string): Promise<string[]> => {
    const { text } = await call("get_profile_metrics", { ...month, ...question, date_end: end });
    return text.split("\n").slice(2, 5);
  };
  const standing = await goalIn(today);
  expect(standing[1]).toMatch(/^to 11-19\|/);
  expect(standing).toEqual(await goalIn("2026-11-19"));
});

test("a comparison names a longer range only where more of its days are counted", async () => {
  const { call } = await connect({ profiles: 20 });
  const views = { ...month, metrics: ["insights_views"] };
  const noteOf = async (question: Record<string, unknown>): Promise<string | undefined> =>
    /^.*(?:fewer|more)\b.*$/m.exec((await call("get_profile_metrics", question)).text)?.[0];
  const days = { ...views, date_end: today, compare_to: "previous_period" };
  expect(await noteOf({ ...days, profiles: ["Acme US"] })).toBe(
    "The later range has a Sunday more, a Saturday less: at equal weekdays -1.7 %.",
  );
  const year = { ...views, metrics: ["insights_reactions"], period: "2026", date_start: undefined };
  expect(await noteOf({ ...year, compare_to: "previous_year" })).toContain(
    "The later range has 41 days fewer: the totals differ by ",
  );
});

test("a change that is withheld has no difference of totals", async () => {
  const { call } = await connect({
    profiles: 4,
    numbers: (profile, _, date) => (profile.name === "Acme UK" && date < "2026-09-15" ? null : 100),
  });
  const question = { network: "facebook", metrics: ["insights_views"], period: "last_month" };
  const compared = { ...question, compare_to: "previous_period", dimensions: [] };
  const { text } = await call("get_profile_metrics", compared);
  expect(text).toContain("October has one day more: the totals differ by +3.3 %.");
  const late = await call("get_profile_metrics", { ...compared, profiles: ["Acme UK"] });
  expect(late.text).toContain("|new 09-15\n");
  expect(late.text).not.toContain("differ by");
});

test("compared posts say which days are left out", async () => {
  const { call } = await connect({ profiles: 6 });
  const compared = { ...month, date_end: today, compare_to: "previous_period" };
  const { network: _, dimensions: __, ...dates } = compared;
  const { text } = await call("list_facebook_posts", dates);
  expect(text).toContain(" 2026-11-01 to 11-19 against 2026-10-12 to 10-30 (19 days each)");
  expect(text).toContain(" Without the days from 2026-11-20 on, which are not over. ");
});
