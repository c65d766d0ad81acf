/** The marks of a chart, read through its axes, are the numbers of the chart. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chart, panel, series } from "../helpers/charts.ts";
import { stacks } from "../../src/charts/build/stacks.ts";
import { heatShades } from "../../src/charts/svg/style.ts";
import { svgOf } from "../../src/charts/svg/render.ts";
import { hash } from "../../src/sandbox/hash.ts";
import { part, thin, whole, type Chart, type ChartKind } from "../../src/replies/chart.ts";
import { boxesOf, labelsOf, linesOf, pointsOf, valueAxes } from "../helpers/svg.ts";

const runs = process.env["FULL"] === undefined ? 60 : 1500;

/** The panel, the series and the side of its breaks, by the number of a series in the picture. */
function seriesOf({ panels }: Chart): { at: number; values: Float64Array }[] {
  return panels.flatMap((one, at) => {
    const starts = [...new Set([0, ...one.breaks.map(({ place }) => place)])].toSorted(
      (a, b) => a - b,
    );
    return one.series.flatMap(({ values }) =>
      starts.map((start, index) => ({
        panel: one,
        at,
        values: values.map((value, place) =>
          place >= start && place < (starts[index + 1] ?? values.length) ? value : Number.NaN,
        ),
      })),
    );
  });
}

const held = (values: Float64Array): number[] =>
  [...values.keys()].filter((place) => !Number.isNaN(values[place]));

/** Numbers that a seed decides, so that a failure is short to state: some are zero, some missing. */
const valuesOf = (seed: number, length: number, low: number): number[] =>
  Array.from({ length }, (_, place) => {
    const chance = hash(seed, place) % 8;
    if (chance === 0) return 0;
    return chance < 3 ? Number.NaN : low + (hash(seed, place, 1) % 100_000);
  });

const marksOf = (seed: number, length: number): number[] =>
  Array.from({ length }, (_, place) => [whole, whole, part, thin][hash(seed, place) % 4] ?? whole);

const names = fc.constantFrom(
  "Acme US",
  "أكمي الخليج",
  "艾克米 上海",
  "<script>alert(1)</script>",
  '"><b>&amp;{b}{a|x}',
);

/** @param low the lowest number. */
const charts = (kind: ChartKind, low: number): fc.Arbitrary<Chart> =>
  fc
    .record({
      seed: fc.nat(),
      length: fc.constantFrom(1, 2, 7, 31, 400),
      count: fc.integer({ min: 1, max: 4 }),
      name: names,
      hasBreak: fc.boolean(),
    })
    .map(({ seed, length, count, name, hasBreak }) => {
      const label = "2025-11-15: page fans | page follows";
      const breaks = hasBreak && length > 2 ? [{ place: 1 + (seed % (length - 1)), label }] : [];
      return chart(
        kind,
        ["insights_views", "fans_lifetime"].map((metric, index) => {
          const all = Array.from({ length: count }, (_, place) => {
            const own = hash(seed, index, place);
            return series(`${name} ${place}`, valuesOf(own, length, low), marksOf(own, length));
          });
          return panel(metric, all, breaks);
        }),
      );
    })
    .filter(({ panels }) =>
      panels.every((one) => one.series.some(({ values }) => held(values).length > 0)),
    );

test("the vertices of lines are the numbers, and no line crosses a gap or a break", () => {
  fc.assert(
    fc.property(charts("line", -1000), (one) => {
      const svg = svgOf(one);
      const axes = valueAxes(svg);
      const all = seriesOf(one);
      const points = pointsOf(svg);
      const stretches = linesOf(svg);
      const expected = all.flatMap(({ values, at }) =>
        stretchesOf(values).map((places) =>
          places.map((place) => ({ at, value: values[place] ?? 0 })),
        ),
      );
      const drawn = stretches.filter((vertices) => vertices.length > 1);
      expect(drawn.length).toBe(expected.length);
      drawn.forEach((vertices, index) => {
        expect(vertices.length).toBe(expected[index]?.length);
        vertices.forEach(({ y }, place) => {
          const { at = 0, value = 0 } = expected[index]?.[place] ?? {};
          const axis = axes[at];
          expect(Math.abs((axis?.valueAt(y) ?? Number.NaN) - value)).toBeLessThanOrEqual(
            axis?.half ?? 0,
          );
        });
      });
      for (const { series: number, place, y } of points) {
        const { values, at } = all[number] ?? { values: new Float64Array(), at: -1 };
        const axis = axes[at];
        expect(
          Math.abs((axis?.valueAt(y) ?? Number.NaN) - (values[place] ?? Number.NaN)),
        ).toBeLessThanOrEqual(axis?.half ?? 0);
      }
      // Each number has a mark: a vertex, or a shape where it stands alone.
      const alone = all.flatMap(({ values }, number) =>
        held(values)
          .filter(
            (place) =>
              Number.isNaN(values[place - 1] ?? Number.NaN) &&
              Number.isNaN(values[place + 1] ?? Number.NaN),
          )
          .map((place) => `${number} ${place}`),
      );
      const shown = new Set(points.map(({ series: number, place }) => `${number} ${place}`));
      expect(alone.filter((key) => !shown.has(key))).toEqual([]);
    }),
    { numRuns: runs },
  );
}, 600_000);

/** Places of successive numbers, at least two. */
function stretchesOf(values: Float64Array): number[][] {
  const all: number[][] = [];
  for (const place of held(values)) {
    const last = all.at(-1);
    if (last !== undefined && last.at(-1) === place - 1) last.push(place);
    else all.push([place]);
  }
  return all.filter(({ length }) => length > 1);
}

test("the heights of bars are the numbers, those below zero hang from it", () => {
  fc.assert(
    fc.property(charts("bar", -1000), (one) => {
      const svg = svgOf(one);
      const axes = valueAxes(svg);
      const all = seriesOf(one);
      const bars = new Map(boxesOf(svg).map((box) => [`${box.series} ${box.place}`, box]));
      all.forEach(({ values, at }, number) => {
        const axis = axes[at];
        values.forEach((value, place) => {
          const box = bars.get(`${number} ${place}`);
          expect(box === undefined).toBe(Number.isNaN(value));
          if (box === undefined || axis === undefined) return;
          expect(Math.abs(axis.valueAt(box.y))).toBeLessThanOrEqual(axis.half);
          expect(Math.abs(axis.valueAt(box.y + box.height) - value)).toBeLessThanOrEqual(axis.half);
        });
      });
    }),
    { numRuns: runs },
  );
}, 600_000);

test("a stack has a segment for each number, and its top is their sum", () => {
  fc.assert(
    fc.property(charts("stacked", 0), (one) => {
      const [panelOne] = one.panels;
      if (panelOne === undefined) return;
      const { panels } = stacks([{ ...panelOne, breaks: [] }]);
      const stacked = { ...one, panels };
      const all = seriesOf(stacked);
      if (all.every(({ values }) => held(values).length === 0)) return;
      const svg = svgOf(stacked);
      const [axis] = valueAxes(svg);
      const bars = new Map(boxesOf(svg).map((box) => [`${box.series} ${box.place}`, box]));
      for (const place of one.places.keys()) {
        let sum = 0;
        all.forEach(({ values }, number) => {
          const value = values[place] ?? Number.NaN;
          const box = bars.get(`${number} ${place}`);
          expect(box === undefined).toBe(Number.isNaN(value));
          if (box === undefined || axis === undefined) return;
          expect(Math.abs(axis.valueAt(box.y) - sum)).toBeLessThanOrEqual(axis.half);
          sum += value;
          expect(Math.abs(axis.valueAt(box.y + box.height) - sum)).toBeLessThanOrEqual(axis.half);
        });
      }
    }),
    { numRuns: runs },
  );
}, 600_000);

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
    { numRuns: runs / 4 },
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
