/** Pictures as files: a change of their look is a difference to read. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { svgOf } from "../../src/answers/charts/svg/render.ts";
import {
  background,
  darkStyle,
  faint,
  heatShades,
  ink,
  othersShade,
  seriesShades,
} from "../../src/answers/charts/svg/style.ts";
import { part, thin, full, type Chart } from "../../src/answers/replies/chart.ts";
import { chart, panel, series } from "../helpers/charts.ts";

const gap = Number.NaN;
const change = { place: 3, label: "2025-11-15: page fans | page follows" };
const longName = "Acme Corporation International Holdings of Germany";
const profiles = {
  isTime: false,
  dimension: "profile",
  places: ["Acme US", `${longName} and Austria`, "أكمي الخليج"],
};

const pictures: Readonly<Record<string, Chart>> = {
  line: chart("line", [
    panel(
      "fans_lifetime",
      [
        series(
          "Acme US",
          [104, 108, 111, 40, 42, 45, 47],
          [full, full, full, full, full, thin, part],
        ),
        series("أكمي الخليج", [51, gap, 53, 20, gap, 22, 23]),
      ],
      [change],
    ),
  ]),
  bar: chart("bar", [
    panel("insights_views", [
      series("insights_views", [12, 0, gap, 7, 30, 18, 9], [part, 0, 0, 0, 0, 0, part]),
    ]),
  ]),
  negative: chart("bar", [
    panel("fans_change", [series("Acme US", [5, -3, 0, 8]), series("Acme UK", [-1, 2, gap, -4])]),
  ]),
  stacked: chart("stacked", [
    panel("insights_views", [series("Acme US", [5, 3, 8]), series("<b>UK</b>", [1, 2, 4])]),
  ]),
  heatmap: chart(
    "heatmap",
    [
      panel(
        "insights_views",
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
          (name, row) => series(name, [row * 3, gap, row + 20, 9 - row]),
        ),
      ),
    ],
    { dimension: "week", places: ["2025-09-29", "2025-10-06", "2025-10-13", "2025-10-20"] },
  ),
  "two ranges": chart(
    "line",
    [
      panel("insights_views", [
        series("now", [gap, 40, 44, 51, 38, 30], [0, 0, 0, 0, thin, 0]),
        series("before", [31, 35, 42, 44, 36, gap], [], "before"),
      ]),
    ],
    { placesBefore: ["2024-10-02", "2024-10-03", "2024-10-04", "2024-10-05", "2024-10-06", "–"] },
  ),
  comparison: chart(
    "bar",
    [
      panel("insights_views", [
        series("now", [40, 20, gap], [full, thin, full]),
        series("before", [31, 24, 9], [], "before"),
      ]),
    ],
    profiles,
  ),
  "one row": chart("bar", [panel("insights_views", [series("insights_views", [42])])], {
    dimension: "total",
    isTime: false,
    places: [""],
  }),
};

test.each(Object.entries(pictures))("%s", async (name, picture) => {
  const svg = svgOf(picture);
  await expect(svg).toMatchFileSnapshot(join(import.meta.dirname, "golden", `${name}.svg`));
  expect(svgOf(picture), "the same each time").toBe(svg);
  expect(svg).not.toMatch(
    /<image|<foreignObject|href|url\((?!#)|@import|http(?!:\/\/www\.w3\.org\/)/,
  );
});

test.each(Object.entries(pictures))(
  "%s: every colour has one for dark backgrounds",
  (_, picture) => {
    const drawn = svgOf(picture).replace(/<clipPath[\s\S]*?<\/clipPath>/g, "");
    const colors = [...drawn.matchAll(/ (?:fill|stroke)="([^"]+)"/g)].map(
      ([, color = ""]) => color,
    );
    const plainColors = colors.filter((color) => !/^(none|url\(#\w+\))$/.test(color));
    const style = darkStyle();
    expect(plainColors.filter((color) => !style.includes(`"${color}"`))).toEqual([]);
  },
);

test.each(["__proto__", "constructor", "toString", "zr12-team", "ecmeta_series_index"])(
  "the name %s is drawn as it is, and changes no object",
  (name) => {
    const picture = chart(
      "bar",
      [panel("insights_views", [series(name, [1, 2]), series("other", [3, 4])])],
      { isTime: false, dimension: "profile", places: [name, "other"] },
    );
    const svg = svgOf(picture);
    expect(svg).not.toMatch(/NaN|undefined|\[object/);
    expect(svg).toContain(`>${name}</text>`);
    const members: string[] = [];
    for (const member in {}) members.push(member);
    expect([...members, ...Object.keys(Object)]).toEqual([]);
    expect(svgOf(picture, { without: [1] })).toContain(`Not drawn: ${name}.`);
  },
);

test("long names stay apart, and keep their ends", () => {
  const long = "Acme Corporation International Holdings of Germany and";
  const names = [`${long} Austria, now`, `${long} Austria, before`, `${long} France, now`];
  const svg = svgOf(
    chart("bar", [
      panel(
        "insights_views",
        names.map((name, at) => series(name, [at, 2])),
      ),
    ]),
  );
  const shown = [...svg.matchAll(/data-legend="\d+"/g)];
  expect(shown).toHaveLength(3);
  expect(svg).toContain("Austria, now");
  expect(svg).toContain("ria, before");
  const same = [`${long} Austria, today and now`, `${long} Hungary, today and now`];
  const numbered = svgOf(
    chart("bar", [
      panel(
        "insights_views",
        same.map((name) => series(name, [1, 2])),
      ),
    ]),
  );
  expect(numbered).toContain(" (2)</text>");
});

test("pictures name themselves for screen readers", () => {
  const svg = svgOf(pictures["line"] ?? chart("line", []));
  expect(svg).toMatch(
    /^<svg [^>]*role="img" aria-labelledby="title desc">\n<title id="title">A chart by day<\/title>\n<desc id="desc">A chart by day: line chart, 2 series, 7 days\./,
  );
});

/** The contrast of two colours (WCAG 2.2). */
function contrast(left: string, right: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(left), luminance(right)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each(["light", "dark"] as const)(
  "on a %s background, texts and marks have the contrast of level AA",
  (theme) => {
    // Names of series are in their colours.
    for (const shade of [ink, faint, ...seriesShades, othersShade])
      expect(contrast(shade[theme], background[theme])).toBeGreaterThanOrEqual(4.5);
    // From low to high, the shades of a heatmap leave the background.
    const steps = heatShades.map((shade) => contrast(shade[theme], background[theme]));
    expect(steps.toSorted((a, b) => a - b)).toEqual(steps);
    // A missing number is the background.
    expect(steps[0]).toBeGreaterThan(1.4);
  },
);
