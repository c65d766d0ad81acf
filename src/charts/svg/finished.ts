/** Makes what ECharts has drawn a picture that stands alone. */
import type { Chart } from "../../replies/chart.ts";
import { descriptionOf } from "../text/chart-text.ts";
import { escaped } from "./escaped.ts";
import { notDrawn } from "./layout.ts";
import { darkStyle } from "./style.ts";

/**
 * Removes what only a browser with ECharts needs, and adds what readers of the picture need.
 * Marks have the attributes `data-series` and `data-place`, the box of a name in the legend `data-legend`, from 1.
 * @param areas is drawn last.
 * @param hidden names of series that are not drawn.
 */
export function finished(
  svg: string,
  chart: Chart,
  areas: string,
  hidden: ReadonlySet<string>,
): string {
  const head = [
    `<title id="title">${escaped(chart.title)}</title>`,
    `<desc id="desc">${escaped([descriptionOf(chart), ...notDrawn(hidden)].join("\n"))}</desc>`,
    `<style>@media (prefers-color-scheme:dark){${darkStyle()}}</style>`,
  ].join("\n");
  let names = 0;
  return (
    svg
      .replace(/<style ?>[\s\S]*?<\/style>\n?/, "")
      // Parts of the legend are no marks, but the boxes around its names take the mouse.
      .replaceAll(
        / pointer-events="visible" ecmeta_series_index="\d+" ecmeta_data_index="\d+" ecmeta_ssr_type="legend"/g,
        () => ` pointer-events="all" data-legend="${(names += 1)}"`,
      )
      .replaceAll(/<[^>]*>/g, renamed)
      // Other boxes that take the mouse are not seen.
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
  );
}

/** The attributes of one element. Texts between elements can be names, and stay as they are. */
const renamed = (element: string): string =>
  element
    .replace(/ class="[^"]*"/, "")
    .replaceAll(/zr\d+-/g, "")
    .replace(/ ecmeta_ssr_type="[^"]*"/, "")
    .replace(/ ecmeta_series_index="\d+" ecmeta_data_index="\d+" ecmeta_silent="true"/, "")
    .replace("ecmeta_series_index", "data-series")
    .replace("ecmeta_data_index", "data-place");
