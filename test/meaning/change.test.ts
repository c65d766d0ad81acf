/** Change, extremes and rankings, of numbers that are written down here. */
import { expect, test } from "vitest";
import { halvesOf } from "../../src/meaning/halves.ts";
import { toDay } from "../../src/time/days.ts";
import { statisticValue } from "../../src/meaning/daily.ts";
import { inOrder } from "../../src/meaning/ranking.ts";
import { withheld } from "../../src/meaning/figures.ts";
import { connect } from "../helpers/connect.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf } from "../helpers/results.ts";

const halves = (start: string, end: string): string | undefined => {
  const found = halvesOf({ start: toDay(start), end: toDay(end) });
  return (
    found && `${found.before.start} ${found.before.end}, ${found.after.start} ${found.after.end}`
  );
};

test.each([
  ["13 days have no halves", "2026-10-01", "2026-10-13", undefined],
  ["14 days", "2026-10-01", "2026-10-14", "2026-10-01 2026-10-07, 2026-10-08 2026-10-14"],
  [
    "an odd number omits the first day",
    "2026-10-01",
    "2026-10-15",
    "2026-10-02 2026-10-08, 2026-10-09 2026-10-15",
  ],
  [
    "four weeks or more: whole weeks",
    "2026-10-01",
    "2026-10-31",
    "2026-10-04 2026-10-17, 2026-10-18 2026-10-31",
  ],
  ["five weeks", "2026-10-01", "2026-11-04", "2026-10-08 2026-10-21, 2026-10-22 2026-11-04"],
])("halves of %s", (_, start, end, expected) => {
  expect(halves(start, end)).toBe(expected);
});

test("equal numbers share a rank; numbers that are missing or withheld have none", () => {
  const ranked = inOrder([2, Number.NaN, 9, 4, 9, withheld]);
  expect(ranked.map(({ place, rank }) => [place, rank])).toEqual([
    [2, 1],
    [4, 1],
    [3, 3],
    [0, 4],
    [1, undefined],
    [5, undefined],
  ]);
  expect(inOrder([2, 9, 4], "asc").map(({ place }) => place)).toEqual([0, 2, 1]);
});

test("percentiles are interpolated linearly, as spreadsheets do", () => {
  const values = [40, 10, 20, 30];
  expect(statisticValue(values, "median")).toBe(25);
  expect(statisticValue(values, "p90")).toBeCloseTo(37);
  expect([statisticValue(values, "first"), statisticValue(values, "last")]).toEqual([40, 30]);
  expect([statisticValue(values, "min"), statisticValue(values, "max")]).toEqual([10, 40]);
});

/** Serves some profiles for 14 days; a short budget shows the summary. */
async function summaryOf(
  metric: string,
  valueOf: (profile: string, day: number) => number | null,
  { network = "facebook", profiles = 2, start = "2026-09-07", days = 28, budget = 400 } = {},
): Promise<{ text: string; line: string[]; call: Awaited<ReturnType<typeof connect>>["call"] }> {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(profiles),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) =>
        valueOf(profile, (Date.parse(day) - Date.parse(start)) / 86_400_000),
      ),
  });
  const { call } = await connect({ baseUrl, settings: { maxAnswerTokens: budget } });
  const { text } = await call("get_profile_metrics", {
    network,
    metrics: [metric],
    date_start: start,
    date_end: new Date(Date.parse(start) + (days - 1) * 86_400_000).toISOString().slice(0, 10),
    dimensions: ["profile", "date.day"],
  });
  const line = text.split("\n").find((one) => one.startsWith(`${metric} `)) ?? "";
  return { text, line: line.split("|"), call };
}

test("the change of a sum is that of its mean per covered profile-day, and names what is covered", async () => {
  // One of two profiles has no data in the first half.
  const { line } = await summaryOf("insights_views", (profile, day) =>
    profile === "p1" && day < 14 ? null : 10,
  );
  expect(line[2]).toBe("0%; 50% covered, then 100%");
});

test("the change of a net is a difference, also from a negative base", async () => {
  const { line } = await summaryOf("fans_change", (_, day) => (day < 14 ? -2 : 1));
  expect(line[2]).toBe("+3 per profile-day");
});

test("the change of a level is from the first to the last covered day, dated where these are not the range's", async () => {
  const whole = await summaryOf("fans_lifetime", (_, day) => 100 + day);
  expect(whole.line[2]).toBe("+27%");
  const late = await summaryOf("fans_lifetime", (profile, day) =>
    profile === "p1" && day < 7 ? null : 100 + day,
  );
  expect(late.line[2]).toBe("+18.7%; 09-14 to 10-04");
  expect(late.line[3]).toBe("214 on 09-14");
});

test("from 0 there is no percent", async () => {
  const { text, line } = await summaryOf("insights_views", (_, day) => (day < 14 ? 0 : 5));
  expect(text).toContain("\nall 2|total|lowest day|highest day\n");
  expect(line[2]).toBe("0 on 09-07");
});

test("change, lowest and highest do not depend on the order in which days are shown", async () => {
  const { call, text } = await summaryOf("insights_views", (_, day) => 100 + day, {
    profiles: 1,
    days: 200,
    start: "2026-01-05",
    budget: 1000,
  });
  const ranked = await call("read_result", { result: idOf(text), sort_by: "insights_views" });
  const lineOf = (reply: string): string | undefined =>
    reply.split("\n").find((one) => one.startsWith("insights_views sum|"));
  expect(lineOf(ranked.text)).toBe(lineOf(text));
  expect(lineOf(text)).toContain("|100 on 01-05|299 on 07-23");
  expect(ranked.text).toContain("\n1|07-23|299\n2|07-22|298\n");
});

test("the change is the same at every grain", async () => {
  const changes = new Set<string | undefined>();
  const { call, text } = await summaryOf("insights_views", (_, day) => 100 + (day % 9), {
    profiles: 3,
    days: 800,
    start: "2025-09-01",
    budget: 420,
  });
  for (const grain of ["day", "week", "month"]) {
    const piece = await call("read_result", { result: idOf(text), grain });
    changes.add(
      piece.text
        .split("\n")
        .find((one) => one.startsWith("insights_views sum|"))
        ?.split("|")[2],
    );
  }
  expect([...changes]).toHaveLength(1);
  expect([...changes][0]).toMatch(/%/);
});

test("a range that is not over is not called complete", async () => {
  const { call } = await connect();
  const asked = {
    network: "youtube",
    metrics: ["views_change"],
    profiles: ["Acme US"],
    date_start: "2026-11-18",
  };
  const open = await call("get_profile_metrics", { ...asked, date_end: "2026-11-20" });
  expect(open.text).toContain("Complete but for days that are not over, 2026-11-20 and later.");
  const over = await call("get_profile_metrics", { ...asked, date_end: "2026-11-19" });
  expect(over.text).toContain("Complete. ");
});
