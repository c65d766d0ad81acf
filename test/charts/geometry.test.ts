/** The marks of a chart, read through its axes, are the numbers of the chart. */
import { isSingle } from "../../src/answers/charts/model/kinds.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chart, placesOf, panel, series, valuesOf } from "../helpers/charts.ts";
import { stacks } from "../../src/answers/charts/model/from-result.ts";
import { svgOf } from "../../src/answers/charts/svg/render.ts";
import { hash } from "../../src/sandbox/hash.ts";
import { part, thin, full, type Chart, type ChartKind } from "../../src/answers/replies/chart.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { boxesOf, linesOf, pointsOf, valueAxes } from "../helpers/svg.ts";

const runs = repetitions(8, 1500);

/** The panel, the series and the side of its breaks, by the number of a series in the picture. */
function seriesOf({ panels }: Chart): { at: number; values: Float64Array; line: Float64Array }[] {
  return panels.flatMap((chartPanel, at) => {
    const starts = [...new Set([0, ...chartPanel.breaks.map(({ place }) => place)])].toSorted(
      (a, b) => a - b,
    );
    return chartPanel.series.flatMap(({ values: numbers, drawn: values = numbers, marks }) =>
      starts.map((start, index) => {
        const side = values.map((value, place) =>
          place >= start && place < (starts[index + 1] ?? values.length) ? value : Number.NaN,
        );
        // Parts of periods are beside the line.
        const line = side.map((value, place) => (marks[place] === part ? Number.NaN : value));
        return { panel: chartPanel, at, values: side, line };
      }),
    );
  });
}

/** The number of sides of the breaks. */
const sidesOf = ({ panels }: Chart): number => 1 + (panels[0]?.breaks.length ?? 0);

const marksOf = (seed: number, length: number): number[] =>
  Array.from({ length }, (_, place) => [full, full, part, thin][hash(seed, place) % 4] ?? full);

const names = fc.constantFrom(
  "Acme US",
  "أكمي الخليج",
  "艾克米 上海",
  "<script>alert(1)</script>",
  '"><b>&amp;{b}{a|x}',
  // Members of every object, and what the library writes.
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "zr12-team",
  "ecmeta_series_index",
);

/** @param low the lowest number. */
const charts = (kind: ChartKind, low: number): fc.Arbitrary<Chart> =>
  fc
    .record({
      seed: fc.nat(),
      length: fc.constantFrom(1, 2, 7, 31, 300),
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
          const seriesList = Array.from({ length: count }, (_, place) => {
            const seriesSeed = hash(seed, index, place);
            return series(
              place === 0 ? name : `${name} ${place}`,
              valuesOf(seriesSeed, length, low),
              marksOf(seriesSeed, length),
            );
          });
          return panel(metric, seriesList, breaks);
        }),
      );
    })
    .filter((picture) => !isSingle(picture))
    .filter(({ panels }) =>
      panels.every((chartPanel) =>
        chartPanel.series.some(({ values }) => placesOf(values).length > 0),
      ),
    );

test("the vertices of lines are the numbers, and no line crosses a gap or a break", () => {
  fc.assert(
    fc.property(charts("line", -1000), (picture) => {
      const svg = svgOf(picture);
      const axes = valueAxes(svg);
      const seriesList = seriesOf(picture);
      const points = pointsOf(svg);
      const stretches = linesOf(svg);
      const expected = seriesList.flatMap(({ line, at }) =>
        stretchesOf(line).map((places) => places.map((place) => ({ at, value: line[place] ?? 0 }))),
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
        const { values, at } = seriesList[number] ?? { values: new Float64Array(), at: -1 };
        const axis = axes[at];
        expect(
          Math.abs((axis?.valueAt(y) ?? Number.NaN) - (values[place] ?? Number.NaN)),
        ).toBeLessThanOrEqual(axis?.half ?? 0);
      }
      // Each number has a mark: a vertex, or a shape where it stands alone.
      const alone = seriesList.flatMap(({ values, line }, number) =>
        placesOf(values)
          .filter(
            (place) =>
              Number.isNaN(line[place]) ||
              [place - 1, place + 1].every((near) => Number.isNaN(line[near] ?? Number.NaN)),
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
  const stretches: number[][] = [];
  for (const place of placesOf(values)) {
    const last = stretches.at(-1);
    if (last !== undefined && last.at(-1) === place - 1) last.push(place);
    else stretches.push([place]);
  }
  return stretches.filter(({ length }) => length > 1);
}

test("the heights of bars are the numbers, those below zero hang from it; names that are left out have no bars", () => {
  fc.assert(
    fc.property(charts("bar", -1000), fc.subarray([1, 2, 3, 4]), (picture, chosen) => {
      const count = picture.panels[0]?.series.length ?? 0;
      const without = count > 1 ? chosen.filter((number) => number <= count) : [];
      const svg = svgOf(picture, { without });
      const isLeftOut = (number: number): boolean =>
        without.includes(1 + (Math.floor(number / sidesOf(picture)) % count));
      const axes = valueAxes(svg);
      const seriesList = seriesOf(picture);
      const bars = new Map(boxesOf(svg).map((box) => [`${box.series} ${box.place}`, box]));
      seriesList.forEach(({ values, at }, number) => {
        const axis = axes[at];
        values.forEach((value, place) => {
          const box = bars.get(`${number} ${place}`);
          expect(box === undefined).toBe(Number.isNaN(value) || isLeftOut(number));
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
    fc.property(charts("stacked", 0), (picture) => {
      const [panelOne] = picture.panels;
      if (panelOne === undefined) return;
      const { panels } = stacks([{ ...panelOne, breaks: [] }]);
      const stacked = { ...picture, panels };
      const seriesList = seriesOf(stacked);
      if (isSingle(stacked) || seriesList.every(({ values }) => placesOf(values).length === 0))
        return;
      const svg = svgOf(stacked);
      const [axis] = valueAxes(svg);
      const bars = new Map(boxesOf(svg).map((box) => [`${box.series} ${box.place}`, box]));
      for (const place of picture.places.keys()) {
        let sum = 0;
        seriesList.forEach(({ values }, number) => {
          const value = values[place] ?? Number.NaN;
          const box = bars.get(`${number} ${place}`);
          expect(box === undefined).toBe(Number.isNaN(value));
          if (box === undefined || axis === undefined) return;
          // The border of a segment moves its edges to whole pixels.
          expect(Math.abs(axis.valueAt(box.y) - sum)).toBeLessThanOrEqual(axis.half * 2);
          sum += value;
          expect(Math.abs(axis.valueAt(box.y + box.height) - sum)).toBeLessThanOrEqual(
            axis.half * 2,
          );
        });
      }
    }),
    { numRuns: runs },
  );
}, 600_000);
