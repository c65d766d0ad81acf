/** Colours, dashes and shapes. Each pair of colours is for light and dark backgrounds, with a contrast of at least 3 to 1. */

export interface Shade {
  readonly light: string;
  readonly dark: string;
}

export const background: Shade = { light: "#ffffff", dark: "#16181d" };
/** Of text: at least 4.5 to 1. */
export const ink: Shade = { light: "#24292f", dark: "#e6e9ee" };
export const faint: Shade = { light: "#59616b", dark: "#a7afba" };
export const gridLine: Shade = { light: "#dfe3e8", dark: "#343a44" };

/** By the place of a series. Dashes and shapes tell them apart without colours. */
export const seriesShades: readonly Shade[] = [
  { light: "#0b66b0", dark: "#62b5f5" },
  { light: "#b54708", dark: "#ff9e5e" },
  { light: "#007a5e", dark: "#45d0ab" },
  { light: "#8a3b94", dark: "#d79be3" },
  { light: "#7a6200", dark: "#dcc34f" },
  { light: "#b9215c", dark: "#ff86b1" },
  { light: "#3f4a8f", dark: "#a9b4ff" },
];
export const othersShade: Shade = { light: "#666e78", dark: "#98a1ad" };

export const dashes: readonly (readonly number[])[] = [
  [],
  [7, 3],
  [2, 3],
  [8, 3, 2, 3],
  [12, 3],
  [4, 2],
  [1, 4],
  [3, 6],
];
export const shapes = [
  "circle",
  "rect",
  "triangle",
  "diamond",
  "roundRect",
  "pin",
  "arrow",
  "circle",
] as const;

/** From the lowest to the highest number of a heatmap. */
export const heatShades: readonly Shade[] = [
  { light: "#deebf7", dark: "#1d2a3a" },
  { light: "#9ecae1", dark: "#2c557d" },
  { light: "#4292c6", dark: "#3f86c4" },
  { light: "#08519c", dark: "#7fb8ec" },
  { light: "#062f63", dark: "#d3e7fb" },
];

const all: readonly Shade[] = [
  background,
  ink,
  faint,
  gridLine,
  ...seriesShades,
  othersShade,
  ...heatShades,
];

/** Style sheet that replaces the light colours on dark backgrounds: it is stronger than attributes. */
export const darkStyle = (): string =>
  all
    .flatMap(({ light, dark }) => [
      `[fill="${light}"]{fill:${dark}}`,
      `[stroke="${light}"]{stroke:${dark}}`,
    ])
    .join("");
