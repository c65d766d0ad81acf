/** Colours that readers can tell apart and read, on light and dark backgrounds, also without red or green. */
import { expect, test } from "vitest";
import {
  background,
  faint,
  heatShades,
  ink,
  othersShade,
  seriesShades,
} from "../../src/answers/charts/svg/style.ts";
import { contrast, leastDifference } from "../helpers/colours.ts";

const modes = ["light", "dark"] as const;

test.each(modes)("series differ from each other and from the grey ones, %s", (mode) => {
  const colours = [...seriesShades, othersShade].map((shade) => shade[mode]);
  expect(leastDifference(colours)).toBeGreaterThan(15);
  // What the sum does: two colours that readers without green see as one.
  expect(leastDifference(["#45d0ab", "#ff86b1"])).toBeLessThan(5);
});

test.each(modes)(
  "names in the colours of their series, and all other text, can be read, %s",
  (mode) => {
    for (const shade of [...seriesShades, othersShade, ink, faint])
      expect(contrast(shade[mode], background[mode])).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(modes)(
  "classes of a heatmap differ from their neighbours and from a missing number, %s",
  (mode) => {
    const shades = [background, ...heatShades].map((shade) => shade[mode]);
    const steps = shades.slice(1).map((shade, at) => leastDifference([shade, shades[at] ?? ""]));
    expect(Math.min(...steps)).toBeGreaterThan(10);
  },
);
