/** Pictures as PNG, by a package that is optional, because it is large. */
import type * as resvg from "@resvg/resvg-js";
import { inputError, tellUser } from "../../base/errors/tool-error.ts";

/** The command that adds the package. */
export const pngAdvice = "npm install @resvg/resvg-js beside this program";

type Drawing = Pick<typeof resvg, "Resvg">;

/** @throws ToolError `invalid_input` without the package. */
export const loadResvg = async (): Promise<Drawing> =>
  import("@resvg/resvg-js").catch((cause: unknown) => {
    throw inputError(
      "a PNG needs the package @resvg/resvg-js, which is not installed",
      `Run ${pngAdvice}, or use --svg.`,
      { cause },
    );
  });

/** True where the package and a font are installed. */
export const canDraw = (): Promise<boolean> =>
  loadResvg().then(
    (drawing) => widthIn(drawing, "(none)") !== undefined,
    () => false,
  );

/** Fonts without serifs. The first of them have letters of many scripts: where one lacks a letter, the line gets another font. */
const families = ["DejaVu Sans", "Segoe UI", "Arial", "Noto Sans", "Helvetica", "Liberation Sans"];

/** The width of a word; undefined where there is no font at all. */
function widthIn({ Resvg }: Drawing, family: string): number | undefined {
  const word = `<text y="64" font-family="${family}" font-size="64">Views</text>`;
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="999" height="99">${word}</svg>`,
  ).innerBBox()?.width;
}

/**
 * The fonts of a picture, for `font-family`: one that this machine has, because for a general name the library takes any
 * font, with serifs or bold. @throws ToolError `invalid_input` where the machine has no font, and a picture no words.
 */
export function fontOf(drawing: Drawing): string {
  const usual = widthIn(drawing, "(none)");
  if (usual === undefined)
    throw inputError(
      "a PNG needs a font, and this machine has none",
      tellUser`Install one, such as the package fonts-dejavu-core, or use --svg.`,
    );
  const family = families.find((name) => widthIn(drawing, name) !== usual);
  return family === undefined ? "sans-serif" : `${family}, sans-serif`;
}

/** The picture in twice its size. @throws as {@link fontOf}. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const drawing = await loadResvg();
  const named = svg.replaceAll(/(font-family[:=]"?)sans-serif/g, `$1${fontOf(drawing)}`);
  return new drawing.Resvg(named, { fitTo: { mode: "zoom", value: 2 } }).render().asPng();
}
