/** Makes what ECharts has drawn a picture that stands alone. */
import type { Chart } from "../../replies/chart.ts";
import { descriptionOf } from "../text/chart-text.ts";
import { escaped } from "./escaped.ts";
import { notDrawn } from "./layout.ts";
import { darkStyle } from "./style.ts";

/**
 * Removes what only a browser with ECharts needs, and adds what readers of the picture need.
 * Marks have the attributes `data-series` and `data-place`.
 * @param areas is drawn last.
 */
export function finished(svg: string, chart: Chart, areas: string): string {
  const head = [
    `<title id="title">${escaped(chart.title)}</title>`,
    `<desc id="desc">${escaped([descriptionOf(chart), ...notDrawn(chart)].join("\n"))}</desc>`,
    `<style>@media (prefers-color-scheme:dark){${darkStyle()}}</style>`,
  ].join("\n");
  return (
    svg
      .replace(/<style ?>[\s\S]*?<\/style>\n?/, "")
      .replaceAll(/<[^>]*>/g, renamed)
      // Boxes that take the mouse, and bars that only carry a text, are not seen.
      .replaceAll(/<path [^>]*fill="none" pointer-events="visible"><\/path>\n/g, "")
      .replaceAll(/<path [^>]*fill-opacity="0"[^>]*><\/path>\n/g, "")
      .replaceAll(' pointer-events="visible"', "")
      .replaceAll(' fill="#000" stroke', ' fill="none" stroke')
      .replace(
        /<svg([^>]*)>/,
        (_, attributes: string) =>
          `<svg${attributes} role="img" aria-labelledby="title desc">\n${head}\n`,
      )
      .replace(/<\/svg>\s*$/, () => `${areas}\n</svg>`)
      .replaceAll(/>[^<]+</g, (text) => text.replaceAll(rightToLeft, "\u2068$&\u2069"))
  );
}

/** Words of scripts that are written from the right. They would take digits and dates beside them along (Unicode isolates). */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]+(?: +[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]+)*/g;

/** The attributes of one element. Texts between elements can be names, and stay as they are. */
const renamed = (element: string): string =>
  element
    .replace(/ class="[^"]*"/, "")
    .replaceAll(/zr\d+-/g, "")
    .replace(/ ecmeta_ssr_type="[^"]*"/, "")
    .replace(/ ecmeta_series_index="\d+" ecmeta_data_index="\d+" ecmeta_silent="true"/, "")
    .replace("ecmeta_series_index", "data-series")
    .replace("ecmeta_data_index", "data-place");
