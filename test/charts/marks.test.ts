/** The marks of heatmaps and comparisons, and names in pictures. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { heatShades, othersShade, seriesShades } from "../../src/answers/charts/svg/style.ts";
import { svgOf } from "../../src/answers/charts/svg/render.ts";
import { hash } from "../../src/sandbox/hash.ts";
import { chart, placesOf, panel, series, valuesOf } from "../helpers/charts.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { boxesOf, labelsOf } from "../helpers/svg.ts";

const runs = repetitions(5, 375);

test("a cell of a heatmap is at its week and weekday, in the colour of its number", () => {
  const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(1, 5, 53), (seed, weeks) => {
      const rows = weekdays.map((name, row) => series(name, valuesOf(hash(seed, row), weeks, 0)));
      const numbers = rows.flatMap(({ values }) => placesOf(values).map((at) => values[at] ?? 0));
      if (numbers.length === 0) return;
      const picture = chart("heatmap", [panel("insights_views", rows)], { dimension: "week" });
      const svg = svgOf(picture);
      const cells = boxesOf(svg);
      const top = labelsOf(svg).find(({ text }) => text === "Monday");
      expect(cells.length).toBe(numbers.length);
      const sorted = numbers.toSorted((left, right) => left - right);
      const fifths = [0, 1, 2, 3, 4].map((at) => sorted[Math.floor((at * sorted.length) / 5)] ?? 0);
      const starts = [...new Set(fifths)];
      const shadeOf = (value: number): string | undefined => {
        const at = starts.filter((start) => start <= value).length - 1;
        const shade = starts.length === 1 ? 2 : Math.round((at * 4) / (starts.length - 1));
        return heatShades[shade]?.light;
      };
      const width = (480 - 88 - 14) / weeks;
      for (const { x, y, fill } of cells) {
        const week = Math.round((x - 88) / width);
        const weekday = Math.round((y + 11 - (top?.y ?? 0)) / 22);
        expect(shadeOf(rows[weekday]?.values[week] ?? Number.NaN)).toBe(fill);
      }
    }),
    { numRuns: runs },
  );
}, 600_000);

/** The number at a distance from the left, by the labels of an axis below the panel. */
function alongAxis(svg: string): (x: number) => number {
  const ticks = labelsOf(svg).filter(
    ({ text, anchor }) => anchor === "middle" && /^\d+$/.test(text),
  );
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined) throw new Error("an axis without labels");
  const each = (Number(last.text) - Number(first.text)) / (last.x - first.x);
  return (x) => Number(first.text) + (x - first.x) * each;
}

test("a comparison shows both numbers of a row side by side, the earlier one grey and thinner", () => {
  const both = [series("now", [5, 0, 12]), series("before", [8, 3, Number.NaN], [], "before")];
  const picture = chart("bar", [panel("insights_views", both)], {
    isTime: false,
    dimension: "profile",
    places: ["US", "UK", "DE"],
  });
  const svg = svgOf(picture);
  const valueAt = alongAxis(svg);
  const bars = boxesOf(svg);
  expect(bars.map(({ series: number, place }) => [number, place])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
  ]);
  const lengths = bars.map(({ x, width }) => Math.round(valueAt(x + width)));
  expect(lengths).toEqual([5, 0, 12, 8, 3]);
  // Those of one row do not overlap.
  const [now, before] = [bars[0], bars[3]];
  const edges = ({ y = 0, height = 0 } = {}): number[] => [y, y + height].toSorted((a, b) => a - b);
  expect(edges(now)[1]).toBeLessThanOrEqual(edges(before)[0] ?? 0);
  expect(Math.abs(before?.height ?? 0)).toBeLessThan(Math.abs(now?.height ?? 0));
  expect([now?.fill, before?.fill]).toEqual([seriesShades[0]?.light, othersShade.light]);
});

/** All labels, without the spaces at which lines break, and without isolates. */
const shownText = (svg: string): string =>
  labelsOf(svg)
    .map(({ text }) => text)
    .join("")
    .replaceAll(/[ \u2068\u2069]/g, "");

test("names stay text: markup, Arabic and Chinese", () => {
  const hostile = [
    "<script>alert(1)</script>",
    '"><b onload=x>&amp;',
    "{b} {a|x} %s",
    "أكمي الخليج",
    "艾克米 上海 🎈",
    "]]></style><script>",
  ];
  for (const kind of ["line", "bar"] as const) {
    const seriesList = hostile.map((name) => series(name, [1, 2, 3]));
    const picture = chart(kind, [panel("insights_views", seriesList)], {
      title: hostile.join(" "),
      notes: hostile,
    });
    const svg = svgOf(picture);
    const texts = shownText(svg);
    for (const name of hostile) expect(texts).toContain(name.replaceAll(" ", ""));
    const elements = [...svg.matchAll(/<([a-zA-Z!/[]+)/g)].map(([, name = ""]) =>
      name.replace("/", ""),
    );
    expect([...new Set(elements)].toSorted()).toEqual(
      [
        "clipPath",
        "defs",
        "desc",
        "g",
        "path",
        "pattern",
        "rect",
        "style",
        "svg",
        "text",
        "title",
      ].filter((name) => elements.includes(name)),
    );
    expect(svg).not.toContain("onload=x>&amp;<");
  }
  const rows = chart(
    "bar",
    [panel("insights_views", [series("insights_views", [1, 2, 3, 4, 5, 6])])],
    {
      isTime: false,
      dimension: "profile",
      places: hostile,
    },
  );
  expect(svgOf(rows)).not.toMatch(/<script|<b /);
});
