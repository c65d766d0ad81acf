/** The marks of heatmaps and comparisons, and names in pictures. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { heatShades } from "../../src/charts/svg/style.ts";
import { svgOf } from "../../src/charts/svg/render.ts";
import { hash } from "../../src/sandbox/hash.ts";
import { chart, held, panel, series, valuesOf } from "../helpers/charts.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { boxesOf, labelsOf, valueAxes } from "../helpers/svg.ts";

const runs = repetitions(15, 375);

test("a cell of a heatmap is at its week and weekday, in the colour of its number", () => {
  const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(1, 5, 53), (seed, weeks) => {
      const rows = weekdays.map((name, row) => series(name, valuesOf(hash(seed, row), weeks, 0)));
      const numbers = rows.flatMap(({ values }) => held(values).map((at) => values[at] ?? 0));
      if (numbers.length === 0) return;
      const one = chart("heatmap", [panel("insights_views", rows)], { dimension: "week" });
      const svg = svgOf(one);
      const cells = boxesOf(svg);
      const top = labelsOf(svg).find(({ text }) => text === "Monday");
      expect(cells.length).toBe(numbers.length);
      const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
      const shadeOf = (value: number): string | undefined => {
        const step = (high - low) / heatShades.length;
        const at = step === 0 ? heatShades.length - 1 : Math.floor((value - low) / step);
        return heatShades[Math.min(at, heatShades.length - 1)]?.light;
      };
      const width = (800 - 96 - 24) / weeks;
      for (const { x, y, fill } of cells) {
        const week = Math.round((x - 96) / width);
        const weekday = Math.round((y + 13 - (top?.y ?? 0)) / 26);
        expect(shadeOf(rows[weekday]?.values[week] ?? Number.NaN)).toBe(fill);
      }
    }),
    { numRuns: runs },
  );
}, 600_000);

test("a comparison shows both numbers of a row side by side", () => {
  const both = [series("now", [5, 0, 12]), series("before", [8, 3, Number.NaN], [], "before")];
  const one = chart("bar", [panel("insights_views", both)], {
    isTime: false,
    dimension: "profile",
    places: ["US", "UK", "DE"],
  });
  const svg = svgOf(one);
  const [axis] = valueAxes(svg);
  const bars = boxesOf(svg);
  expect(bars.map(({ series: number, place }) => [number, place])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
  ]);
  const heights = bars.map(({ y, height }) => Math.round(axis?.valueAt(y + height) ?? Number.NaN));
  expect(heights).toEqual([5, 0, 12, 8, 3]);
  // Those of one row do not overlap.
  const [now, before] = [bars[0], bars[3]];
  expect((now?.x ?? 0) + (now?.width ?? 0)).toBeLessThanOrEqual(before?.x ?? 0);
});

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
    const all = hostile.map((name) => series(name, [1, 2, 3]));
    const one = chart(kind, [panel("insights_views", all)], {
      title: hostile.join(" "),
      notes: hostile,
    });
    const svg = svgOf(one);
    const texts = labelsOf(svg).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(hostile.filter((name) => name.length < 40)));
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
