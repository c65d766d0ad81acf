/** What chart_result does not draw, and what it marks, through a real client. */
import { expect, test } from "vitest";
import { acme, pictureOf, resultOf } from "../helpers/charts.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";
import { pointsOf } from "../helpers/svg.ts";

test("ranges on both sides of a break are not drawn together", async () => {
  const connected = await connect({ profiles: 2 });
  const draw =
    (calling: Connected["call"]) =>
    async (question: object, args: object = {}): Promise<string> => {
      const result = await resultOf(connected, { profiles: acme.slice(0, 2), ...question });
      return (await calling("chart_result", { result, ...args })).text;
    };
  const [chart, refusal] = [draw(connected.call), draw(connected.failing)];
  const metrics = ["fans_lifetime", "insights_views"];
  const year = { compare_to: "previous_year", date_start: "2026-09-01", date_end: "2026-09-30" };
  for (const dimensions of [["profile"], ["date.day"], ["date.month"]]) {
    const both = await chart({ metrics, dimensions, ...year });
    expect(both).toContain("Not drawn, because a break changed what they count: fans_lifetime.");
    expect(both).toContain("insights_views");
    expect(await refusal({ metrics: ["fans_lifetime"], dimensions, ...year })).toMatch(
      /^invalid_input: both ranges cannot be drawn together/,
    );
  }
  const november = { date_start: "2025-11-01", date_end: "2025-11-30", dimensions: ["date.day"] };
  const heatmap = await refusal({ metrics: ["fans_lifetime"], ...november }, { kind: "heatmap" });
  expect(heatmap).toMatch(
    /^invalid_input: a heatmap has one scale, and fans_lifetime counts page fans before 2025-11-15/,
  );
  const net = await chart({ metrics: ["fans_change"], ...november });
  expect(net).toContain("The day of a break is not drawn: its value may be the switch.");
  expect(net).not.toMatch(/\(11-15\)/);
});

test("numbers of days that are not over, and incomplete ones, are marked", async () => {
  const connected = await connect({ profiles: 2 });
  const open = {
    metrics: ["insights_views"],
    profiles: acme.slice(0, 1),
    dimensions: ["date.day"],
    date_start: "2026-11-09",
    date_end: "2026-11-20",
  };
  const today = await connected.call("chart_result", { result: await resultOf(connected, open) });
  expect(today.text).toMatch(/lowest \d+ \(11-(?:09|1\d)\), .*last \d+ \(11-20\*\)/);
  const compared = await resultOf(connected, { ...open, compare_to: "previous_period" });
  const both = await connected.call("chart_result", { result: compared });
  expect(both.text).toMatch(/^9 to 20 Nov 2026: .*last \d+ \(11-20\*\)/m);
  expect(both.text).toContain("The last day, 2026-11-20, has not ended in every time zone");
  // Acme UK lacks single days in July and August.
  const gappy = {
    metrics: ["insights_reach"],
    profiles: ["Acme UK"],
    dimensions: ["date.day"],
    date_start: "2026-06-29",
    date_end: "2026-08-30",
  };
  const weekly = await connected.call("chart_result", {
    result: await resultOf(connected, gappy),
    grain: "week",
  });
  expect(weekly.text).toContain(
    "Hollow: over 5 points more of the profile-days missing than in the most complete number.",
  );
  expect(weekly.text).toMatch(/ lowest [\d.]+ \(W35, incomplete\), .*, incomplete W27, W30$/m);
  const marks = pointsOf(await pictureOf(connected, weekly.text));
  expect(marks.map(({ place }) => place)).toEqual([0, 3, 8]);
});

test("what cannot be drawn is refused, with what to do", async () => {
  const connected = await connect({ profiles: 4 });
  const result = await resultOf(connected, {
    profiles: acme,
    metrics: ["insights_reach", "fans_lifetime"],
    dimensions: ["profile"],
  });
  const problems: [object, string][] = [
    [{ result: "rnothing" }, "not_found"],
    [{ result, kind: "line" }, "a line needs time"],
    [{ result, kind: "stacked" }, "insights_reach (people) does not add up"],
    [{ result, metrics: ["insights_views"] }, "the result has no metric insights_views"],
    [{ result, grain: "century" }, "grain"],
  ];
  for (const [args, problem] of problems) {
    const { text, isError } = await connected.failing("chart_result", { ...args });
    expect(isError).toBe(true);
    expect(text).toContain(problem);
  }
  const posts = await connected.call("list_facebook_posts", {
    profiles: acme,
    period: "last_month",
  });
  const drawn = await connected.failing("chart_result", { result: idOf(posts.text) });
  expect(drawn.text).toMatch(
    /^invalid_input: posts are not drawn one by one\nCall read_result with group_by/,
  );
  await expect(connected.client.readResource({ uri: "chart://cnothing.svg" })).rejects.toThrow(
    /Call chart_result again/,
  );
});

test("without the toolset there is neither tool nor resource", async () => {
  const { client } = await connect({ toolsets: ["reference", "metrics"] });
  const { tools } = await client.listTools();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(tools.map(({ name }) => name)).not.toContain("chart_result");
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).not.toContain("chart://{id}.svg");
});
