/** Colours and shapes. Each pair of colours is for light and dark backgrounds. */

export interface Shade {
  readonly light: string;
  readonly dark: string;
}

export const background: Shade = { light: "#ffffff", dark: "#16181d" };
export const ink: Shade = { light: "#24292f", dark: "#e6e9ee" };
export const faint: Shade = { light: "#59616b", dark: "#a7afba" };
export const gridLine: Shade = { light: "#dfe3e8", dark: "#343a44" };

/** Of bars below zero that show a change; those above have the first shade. */
export const fallShade: Shade = { light: "#c6520f", dark: "#f98a36" };

/**
 * By the place of a series, which has its name in its colour. People who see no red or no green can tell each from the
 * others and from {@link othersShade}.
 */
export const seriesShades: readonly Shade[] = [
  { light: "#0b66b0", dark: "#62b5f5" },
  fallShade,
  { light: "#028457", dark: "#72e88e" },
  { light: "#673f71", dark: "#ba5fb0" },
  { light: "#5c3f10", dark: "#fff46f" },
  { light: "#d00138", dark: "#e54772" },
  { light: "#4c0c83", dark: "#7f8cff" },
  { light: "#5d2029", dark: "#ffeae5" },
];
export const othersShade: Shade = { light: "#666e78", dark: "#98a1ad" };

/** By the place of a line that crosses others: each has its middle at the number. */
export const shapes = [
  "circle",
  "rect",
  "triangle",
  "diamond",
  "path://M-3-1h2v-2h2v2h2v2h-2v2h-2v-2h-2Z",
  "path://M-3-3H3L0 3Z",
  "path://M-3-2L-2-3L0-1L2-3L3-2L1 0L3 2L2 3L0 1L-2 3L-3 2L-1 0Z",
  "path://M-3-1H3V1H-3Z",
];

/** From the lowest to the highest number of a heatmap. The lowest differs from the background, which is a missing one. */
export const heatShades: readonly Shade[] = [
  { light: "#c6dbef", dark: "#2a3f5a" },
  { light: "#86bcd8", dark: "#33618f" },
  { light: "#4292c6", dark: "#3f86c4" },
  { light: "#08519c", dark: "#7fb8ec" },
  { light: "#062f63", dark: "#d3e7fb" },
];

/** Style sheet that replaces the light colours on dark backgrounds: it is stronger than attributes. */
export const darkStyle = (): string =>
  [background, ink, faint, gridLine, othersShade, ...seriesShades, ...heatShades]
    .map(({ light, dark }) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
    .join("");
