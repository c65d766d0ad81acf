/** Colours and shapes. Each pair of colours is for light and dark backgrounds. */

export interface Shade {
  readonly light: string;
  readonly dark: string;
}

export const background: Shade = { light: "#ffffff", dark: "#16181d" };
export const ink: Shade = { light: "#24292f", dark: "#e6e9ee" };
export const faint: Shade = { light: "#59616b", dark: "#a7afba" };
export const gridLine: Shade = { light: "#dfe3e8", dark: "#343a44" };

/** By the place of a series, which has its name in its colour. */
export const seriesShades: readonly Shade[] = [
  { light: "#0b66b0", dark: "#62b5f5" },
  { light: "#b54708", dark: "#ff9e5e" },
  { light: "#007a5e", dark: "#45d0ab" },
  { light: "#8a3b94", dark: "#d79be3" },
  { light: "#7a6200", dark: "#dcc34f" },
  { light: "#b9215c", dark: "#ff86b1" },
  { light: "#3f4a8f", dark: "#a9b4ff" },
  { light: "#6d4c2f", dark: "#cfae8c" },
];
export const othersShade: Shade = { light: "#666e78", dark: "#98a1ad" };

/** Of bars below zero that show a change; those above have the first shade. */
export const fallShade: Shade = { light: "#b54708", dark: "#ff9e5e" };

/** By the place of a line that crosses others. */
export const shapes = "circle rect triangle diamond roundRect pin arrow circle".split(" ");

/** From the lowest to the highest number of a heatmap. The lowest differs from the background, which is a missing one. */
export const heatShades: readonly Shade[] = [
  { light: "#c6dbef", dark: "#2a3f5a" },
  { light: "#92c5de", dark: "#33618f" },
  { light: "#4292c6", dark: "#3f86c4" },
  { light: "#08519c", dark: "#7fb8ec" },
  { light: "#062f63", dark: "#d3e7fb" },
];

/** Style sheet that replaces the light colours on dark backgrounds: it is stronger than attributes. */
export const darkStyle = (): string =>
  [background, ink, faint, gridLine, othersShade, ...seriesShades, ...heatShades]
    .map(({ light, dark }) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
    .join("");
