/** A chart of a piece draws the numbers that the piece shows. */
import { expect, test } from "vitest";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const question = {
  network: "facebook",
  profiles: facebookIds(6),
  metrics: ["insights_views", "fans_lifetime"],
  dimensions: ["profile"],
  date_start: "2026-08-01",
  date_end: "2026-10-31",
};

/** The id of a piece, whose address ends its reply, and its text. */
async function pieceOf(
  { call }: Pick<Connected, "call">,
  piece: Readonly<Record<string, unknown>>,
): Promise<{ readonly result: string; readonly text: string }> {
  const { text } = await call("get_profile_metrics", question);
  const reply = await call("read_result", { result: idOf(text), ...piece });
  const result = /result:\/\/(.*)\.csv$/.exec(reply.text)?.[1] ?? "";
  return { result: decodeURIComponent(result), text: reply.text };
}

test("of shares: the shares, in the order of the piece", async () => {
  const connected = await connect({ profiles: 6 });
  const { result, text } = await pieceOf(connected, {
    view: "shares",
    metrics: ["insights_views"],
  });
  const [name = "", share = ""] = /^(.+)\|([\d.]+)\|/m.exec(text)?.slice(1) ?? [];
  const chart = await connected.call("chart_result", { result });
  expect(chart.text).toContain("insights_views % of all 5 profiles");
  expect(chart.text).toMatch(new RegExp(`${name}.*${share.replace(".", "\\.")}`));
});

test("of the rows after the first ones: the title does not call them the highest, and the note says from which place they are", async () => {
  const connected = await connect({ profiles: 6 });
  const ranked = { metrics: ["insights_views"], sort_by: "insights_views" };
  const drawn = async (more: object): Promise<string> => {
    const { result } = await pieceOf(connected, { ...ranked, ...more });
    return (await connected.call("chart_result", { result, top: 2 })).text;
  };
  expect(await drawn({ top: 2 })).toMatch(/^The 2 of 6 profiles with most views:/);
  const later = await drawn({ offset: 2, top: 2 });
  expect(later).toMatch(/^Views by profile, six profiles:/);
  expect(later).toContain(
    "2 more are not shown, only the 2 profiles with the highest insights_views from place 3.",
  );
});

test("of conditions, dates and a grain: the rows that match, on these days", async () => {
  const connected = await connect({ profiles: 6 });
  const october = { date_start: "2026-10-01", metrics: ["insights_views"] };
  const totals = await pieceOf(connected, { ...october, grain: "total" });
  // The first number is the total; the rows follow it, the highest first.
  const [, , , [, least = ""] = []] = [...totals.text.matchAll(/^.+?\|(\d+)(?:\||$)/gm)];
  const { result } = await pieceOf(connected, {
    ...october,
    where: [`insights_views >= ${least}`],
    grain: "week",
  });
  const { text } = await connected.call("read_result", { result });
  const matching = Number(/: (\d) of 6 match/.exec(text)?.[1]);
  expect(matching).toBe(3);
  const chart = await connected.call("chart_result", { result, metrics: ["insights_views"] });
  expect(chart.text).toContain("Oct 2026");
  expect(chart.text.match(/^.+: .*lowest /gm)).toHaveLength(matching);
});

test("a statistic is drawn; a list of gaps is not", async () => {
  const connected = await connect({ profiles: 6 });
  const median = await pieceOf(connected, { statistic: "median", metrics: ["insights_views"] });
  const chart = await connected.call("chart_result", { result: median.result });
  expect(chart.text).toContain("insights_views median");
  const gaps = await pieceOf(connected, { view: "gaps" });
  const refused = await connected.failing("chart_result", { result: gaps.result });
  expect(refused.text).toBe(
    "invalid_input: a list of gaps is not drawn\nDraw the result without a view.",
  );
});

test("the rows of a sorted piece, from its offset, in its order", async () => {
  const connected = await connect({ profiles: 6 });
  const { result, text } = await pieceOf(connected, {
    metrics: ["insights_views"],
    sort_by: "fans_lifetime",
    order: "asc",
    top: 2,
    offset: 1,
  });
  const names = [...text.matchAll(/^\d\|(.+?)\|/gm)].map(([, name = ""]) => name);
  expect(names).toHaveLength(2);
  const chart = await connected.call("chart_result", { result });
  const [, drawn = ""] = chart.text.split("insights_views sum: ");
  const places = names.map((name) => drawn.indexOf(name.replaceAll("¦", "|")));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(chart.text).toContain("only the 2 profiles with the lowest fans_lifetime");
});

test.each([
  [
    { statistic: "median", grain: "month" },
    { kind: "stacked" },
    "a stack shows a sum, and insights_views median does not add up over its rows",
  ],
  [
    { profiles: facebookIds(1), grain: "week", where: ["insights_views > 1"] },
    {},
    "conditions on rows of time are not drawn",
  ],
])("%j is not drawn with %j", async (piece, kind, problem) => {
  const connected = await connect({ profiles: 6 });
  const { result } = await pieceOf(connected, { metrics: ["insights_views"], ...piece });
  const refused = await connected.failing("chart_result", { result, ...kind });
  expect(refused.text).toContain(problem);
});

test("a piece of a comparison is refused with what to draw instead", async () => {
  const connected = await connect({ profiles: 6 });
  const { text } = await connected.call("get_profile_metrics", {
    ...question,
    compare_to: "previous_period",
  });
  const piece = `${idOf(text)}~top=3`;
  const refused = await connected.failing("chart_result", { result: piece });
  expect(refused.text).toContain("a piece of this result is not drawn");
});
