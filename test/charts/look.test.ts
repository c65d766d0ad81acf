/** What readers see: titles and units, names at the ends of series, marks that differ, and the same in the text. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { svgOf } from "../../src/answers/charts/svg/render.ts";
import { othersShade, seriesShades } from "../../src/answers/charts/svg/style.ts";
import { finish } from "../../src/base/async/work.ts";
import { chartContent } from "../../src/answers/charts/text/chart-text.ts";
import { replyText } from "../../src/answers/replies/layout.ts";
import { shortName } from "../../src/answers/charts/text/names.ts";
import { columnsOf } from "../../src/base/text/columns.ts";
import { unitOf } from "../../src/answers/charts/model/heading.ts";
import { part, thin, full } from "../../src/answers/replies/chart.ts";
import { acme, chart, panel, pictureOf, resultOf, series } from "../helpers/charts.ts";
import { connect } from "../helpers/connect.ts";
import { boxesOf, labelsOf, linesOf, pointsOf, type Label } from "../helpers/svg.ts";

const gap = Number.NaN;
const texts = (svg: string): string[] => labelsOf(svg).map(({ text }) => text);
/** The names at the ends of series have their places as attributes. */
const endsOf = (svg: string): (Label & { readonly fill: string })[] =>
  [
    ...svg.matchAll(
      /<g data-legend[^>]*>.*?<text x="([\d.]+)" y="([\d.]+)" fill="([^"]*)"[^>]*>([^<]*)</g,
    ),
  ].map(([, x, y, fill = "", text = ""]) => ({
    text,
    fill,
    anchor: "start",
    x: Number(x),
    y: Number(y),
  }));

test("the title says in words what is seen and of whom, in the picture and in the text", async () => {
  const connected = await connect({ profiles: 30, isMadeUp: true });
  const titleOf = async (question: object, args: object = {}): Promise<string[]> => {
    const result = await resultOf(connected, { metrics: ["insights_views"], ...question });
    const { text } = await connected.call("chart_result", { result, ...args });
    const svg = await pictureOf(connected, text);
    const [first = ""] = text.split("\n");
    const [, title = "", source = ""] = /^(.+?: .+?\.) (.+)$/.exec(first) ?? [];
    const notice = "The data is made up: this is the sandbox.";
    expect(texts(svg)).toEqual(expect.arrayContaining([title.split(": ")[0], source, notice]));
    expect(text.split("\n").slice(-4)).toContain("The data is made up: this is the sandbox.");
    return [title, source];
  };
  const october = "facebook, Oct 2026, profile time. Complete.";
  expect(await titleOf({ profiles: ["Acme US"], dimensions: ["date.day"] })).toEqual([
    "Views by day, Acme US: bar chart, 1 series, 31 days.",
    october,
  ]);
  const two = { profiles: acme.slice(0, 2) };
  expect((await titleOf({ ...two, dimensions: ["profile", "date.day"] }))[0]).toMatch(
    /^Views by day, two profiles: line chart/,
  );
  const change = { ...two, metrics: ["fans_change"], dimensions: ["date.week"] };
  expect((await titleOf(change))[0]).toMatch(/^Change in fans by week, two profiles: bar chart/);
  const total = { ...two, metrics: ["insights_views", "insights_reach"], dimensions: [] };
  expect(await titleOf(total)).toEqual(["Views and reach, two profiles: 2 numbers.", october]);
});

test("axes name what is counted", () => {
  const unit = (network: "facebook" | "youtube", name: string): string[] =>
    metricsOf(network, 3).flatMap((metric) => (metric.name === name ? [unitOf(metric)] : []));
  expect(unit("youtube", "viewed_time_change")).toEqual(["seconds"]);
  expect(unit("facebook", "insights_reach")).toEqual(["people"]);
  expect(unit("facebook", "fans_lifetime")).toEqual(["fans"]);
  const people = panel("insights_reach", [series("insights_reach", [5, 7])]);
  expect(texts(svgOf(chart("line", [people])))).toContain("people (not from 0)");
  const rows = { isTime: false, dimension: "profile", places: ["US", "UK"] };
  expect(texts(svgOf(chart("bar", [people], rows)))).toContain("people");
});

test("eight series have their names at their ends, apart; three are highlighted", () => {
  const seriesList = Array.from({ length: 8 }, (_, at) =>
    series(`Acme ${at}`, [at, 9 + at / 4, 20 + at / 2]),
  );
  const svg = svgOf(chart("line", [panel("insights_views", seriesList)]));
  const ends = endsOf(svg);
  expect(ends.map(({ text }) => text).toSorted()).toEqual(seriesList.map(({ name }) => name));
  const ys = ends.map(({ y }) => y).toSorted((left, right) => left - right);
  const distances = ys.slice(1).map((y, at) => y - (ys[at] ?? 0));
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(13);
  for (const { text, fill } of ends) {
    const at = Number(text.at(-1));
    expect(fill).toBe((at < 3 ? seriesShades[at] : othersShade)?.light);
  }
  // They are in the order of the ends of their lines, right of them.
  const last = linesOf(svg).map((line) => line.at(-1) ?? { x: 0, y: 0 });
  // The grey ones are drawn first, below the others.
  const byLine = [...seriesList.slice(3), ...seriesList.slice(0, 3)]
    .map(({ name }, at) => [last[at]?.y ?? 0, name] as const)
    .toSorted(([a], [b]) => a - b);
  expect(ends.toSorted((left, right) => left.y - right.y).map(({ text }) => text)).toEqual(
    byLine.map(([, name]) => name),
  );
  expect(Math.min(...ends.map(({ x }) => x))).toBeGreaterThan(Math.max(...last.map(({ x }) => x)));
  // No series that stands alone is named twice.
  expect(
    endsOf(svgOf(chart("line", [panel("insights_views", [series("insights_views", [1, 2])])]))),
  ).toEqual([]);
});

test("lines have symbols only where they cross", () => {
  const draw = (second: readonly number[]): string =>
    svgOf(
      chart("line", [panel("insights_views", [series("US", [5, 6, 7]), series("UK", second)])]),
    );
  expect(pointsOf(draw([1, 2, 3]))).toEqual([]);
  expect(new Set(pointsOf(draw([8, 6, 3])).map(({ series: at }) => at))).toEqual(new Set([0, 1]));
});

test("incomplete numbers, the earlier range and missing numbers look different, and stars are explained", async () => {
  const now = series("now", [40, 20, 7, gap], [full, thin, part, full]);
  const before = series("before", [31, 24, 9, 12], [], "before");
  const svg = svgOf(chart("bar", [panel("insights_views", [now, before])]));
  const fills = boxesOf(svg).map(({ fill }) => fill);
  expect(new Set(fills.slice(3))).toEqual(new Set([othersShade.light]));
  expect(fills.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => seriesShades[0]?.light));
  const hatched = [...svg.matchAll(/<path [^>]*fill="url\(#[^"]*\)"/g)];
  expect(hatched).toHaveLength(2);
  expect(texts(svg).filter((text) => text === "–")).toHaveLength(1);

  const lines = svgOf(chart("line", [panel("insights_views", [now, before])]));
  const strokes = [
    ...lines.matchAll(
      /<g clip-path="[^"]*">\s*<path d="M[^"]*" fill="none"[^>]* stroke="(#\w+)"(?: stroke-width="(\d)")?/g,
    ),
  ];
  const widths = new Map(strokes.map(([, color = "", width = "1"]) => [color, width]));
  expect(widths.get(seriesShades[0]?.light ?? "")).toBe("2");
  expect(widths.get(othersShade.light)).toBe("1");

  const connected = await connect({ profiles: 2 });
  const weeks = { profiles: ["Acme US"], metrics: ["insights_views"], dimensions: ["date.week"] };
  const { text } = await connected.call("chart_result", {
    result: await resultOf(connected, weeks),
  });
  const note = "Hatched: a part of a period, or days that are not over (*).";
  expect(text).toContain(`\n${note}\n`);
  expect(texts(await pictureOf(connected, text))).toEqual(
    expect.arrayContaining([note, "26 Oct*", "Weeks have the dates of their first days."]),
  );
});

test("names of rows are whole and level; Arabic and Hebrew names leave dates beside them as they are", () => {
  const names = [
    "Acme Corporation International Holdings of Germany and Austria",
    "أكمي الخليج",
    "אקמה",
  ];
  const places = { isTime: false, dimension: "profile", places: names };
  const views = panel("insights_views", [series("insights_views", [3, 2, 1])]);
  const rows = svgOf(chart("bar", [views], places));
  expect(texts(rows).join(" ")).toContain(names[0]);
  expect(rows).not.toContain("rotate(");
  const source = "2 of 62 profile-days missing: أكمي الخليج 10-03 to 10-04.";
  const svg = svgOf(chart("line", [views], { source }));
  expect(texts(svg)).toContain(
    "2 of 62 profile-days missing: \u2068أكمي الخليج\u2069 10-03 to 10-04.",
  );
});

test("days of both ranges are aligned by weekday", async () => {
  const connected = await connect({ profiles: 2 });
  const question = { profiles: ["Acme US"], metrics: ["insights_views"], dimensions: ["date.day"] };
  const draw = async (range: object): Promise<string> => {
    const result = await resultOf(connected, { ...question, ...range });
    return (await connected.call("chart_result", { result })).text;
  };
  // Thursday 2026-10-01 and Wednesday 2025-10-01.
  const year = await draw({ compare_to: "previous_year" });
  expect(year).toContain(
    "Weekdays are aligned: 1 Oct 2026 with 2 Oct 2025; days at the ends without a counterpart are not drawn.",
  );
  expect(year).toMatch(/2 series, 30 days\./);
  expect(year).toMatch(/^Oct 2026: [▁-█]{30} .*last \d+ \(10-30\)$/m);
  expect(year).toMatch(/^Oct 2025: [▁-█]{30} .*last \d+ \(10-31\)$/m);
  const svg = await pictureOf(connected, year);
  expect(svg).toContain("<title>1 Oct 2026 | 2 Oct 2025\n");
  const month = await draw({ compare_to: "previous_period" });
  expect(month).toContain("Weekdays are aligned: 1 Oct 2026 with 3 Sep 2026");
  // Of four whole weeks before four whole weeks nothing is moved.
  const weeks = { date_start: "2026-10-05", date_end: "2026-11-01" };
  expect(await draw({ ...weeks, compare_to: "previous_period" })).toMatch(/2 series, 28 days\./);
});

test("a single total is a number", () => {
  const total = { isTime: false, dimension: "total", places: [""] };
  const views = panel("insights_views", [series("insights_views", [1_234_567], [thin])]);
  const picture = chart("bar", [views], total);
  const svg = svgOf(picture);
  expect(boxesOf(svg)).toEqual([]);
  const number = "1,234,567 (incomplete) views";
  expect(svg).toMatch(
    new RegExp(`font-size:26px[^>]*>${number.replaceAll(/[()]/g, "\\$&")}</text>`),
  );
  expect(replyText(finish(chartContent(picture, "chart://c.svg")))).toContain(
    "insights_views: 1234567 (incomplete)\n",
  );
});

test("the text lists rows and marks incomplete ones; wide letters count as two", () => {
  const rows = {
    isTime: false,
    dimension: "profile",
    places: ["US", "UK", "DE"],
    notes: ["A note."],
  };
  const views = panel("insights_views", [series("insights_views", [3, 2, gap], [full, thin])]);
  expect(
    replyText(finish(chartContent(chart("bar", [views], rows), "chart://c.svg"))).split("\n"),
  ).toEqual([
    "A chart by day: bar chart, 1 series, 3 profiles. facebook, 3 profiles, 2025-10-01 to 2025-10-31 by day, profile time. Complete.",
    "",
    "insights_views: US 3, UK 2 (incomplete), DE –",
    "A note.",
    "chart://c.svg",
  ]);
  expect([columnsOf("Acme"), columnsOf("艾克米 🎈")]).toEqual([4, 9]);
  expect(shortName("艾".repeat(20))).toBe("艾".repeat(20));
  expect(shortName("艾".repeat(21))).toBe(`${"艾".repeat(13)}…${"艾".repeat(6)}`);
});

test("over time the text names the incomplete places besides the extremes, and counts them where room is short", () => {
  const numbers = [1, 5, 3, 4, 9, 6];
  const marks = [thin, full, thin, thin, full, full];
  const views = (count: number, weeks: number): string => {
    const times = Array.from({ length: weeks });
    const seriesList = Array.from({ length: count }, (_, at) =>
      series(
        `Acme ${at}`,
        times.flatMap(() => numbers),
        times.flatMap(() => marks),
      ),
    );
    return replyText(
      finish(chartContent(chart("line", [panel("insights_views", seriesList)]), "chart://c.svg")),
    );
  };
  expect(views(1, 1)).toContain(
    "lowest 1 (10-01, incomplete), highest 9 (10-05), last 6 (10-06), incomplete 10-03, 10-04\n",
  );
  expect(views(8, 6)).toMatch(/^Acme 0: [▁-█]+ lowest .*, last 6 \(11-05\), 18 incomplete$/m);
});
