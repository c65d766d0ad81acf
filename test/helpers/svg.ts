/** Reads the geometry of a chart's picture: where its marks are, and which numbers its axes give these places. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bar, or a cell of a heatmap. */
export interface Box extends Point {
  readonly width: number;
  /** Negative where it extends upwards. */
  readonly height: number;
  readonly fill: string;
}

export interface Mark {
  readonly series: number;
  readonly place: number;
}

const attribute = (element: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? "";

const marksOf = (svg: string): { readonly mark: Mark; readonly element: string }[] =>
  [...svg.matchAll(/<path [^>]*data-series="[^>]*>/g)].map(([element]) => ({
    element,
    mark: {
      series: Number(attribute(element, "data-series")),
      place: Number(attribute(element, "data-place")),
    },
  }));

/** The shapes on lines: their centres. */
export function pointsOf(svg: string): (Mark & Point)[] {
  return marksOf(svg).flatMap(({ mark, element }) => {
    const matrix = /matrix\(([^)]*)\)/.exec(attribute(element, "transform"))?.[1]?.split(",");
    if (matrix === undefined) return [];
    const [x, y] = matrix.slice(-2).map(Number);
    return [{ ...mark, x: x ?? Number.NaN, y: y ?? Number.NaN }];
  });
}

export function boxesOf(svg: string): (Mark & Box)[] {
  return marksOf(svg).flatMap(({ mark, element }) => {
    const path = attribute(element, "d");
    const [, x, y, width, , , height] =
      /^M([-\d.]+) ([-\d.]+)l([-\d.]+) ([-\d.]+)l([-\d.]+) ([-\d.]+)l[-\d.]+ [-\d.]+Z$/.exec(
        path,
      ) ?? [];
    if (height === undefined) return [];
    return [
      {
        ...mark,
        x: Number(x),
        y: Number(y),
        width: Number(width),
        height: Number(height),
        fill: attribute(element, "fill"),
      },
    ];
  });
}

/** The vertices of each stretch of each line, in the order in which they are drawn. */
export const linesOf = (svg: string): Point[][] =>
  [...svg.matchAll(/<g clip-path="[^"]*">\s*<path d="([^"]*)"/g)].flatMap(([, path = ""]) =>
    path
      .split("M")
      .filter(Boolean)
      .map((stretch) =>
        stretch.split("L").map((pair) => {
          const [x, y] = pair.trim().split(" ").map(Number);
          return { x: x ?? Number.NaN, y: y ?? Number.NaN };
        }),
      ),
  );

const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

export interface Label extends Point {
  readonly text: string;
  readonly anchor: string;
}

export const labelsOf = (svg: string): Label[] =>
  [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = "", text = ""]) => {
    const markup = ` ${attributes}`;
    const [x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(attributes)?.slice(1).map(Number) ?? [];
    return {
      text: unescaped(text),
      anchor: attribute(markup, "text-anchor") || "start",
      x: x ?? Number(attribute(markup, "x")),
      y: y ?? Number(attribute(markup, "y")),
    };
  });

const units: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9 };

const numberOf = (text: string): number => {
  const [, digits, unit = ""] = /^(-?[\d.]+)([kMG]?)$/.exec(text) ?? [];
  return Number(digits) * (units[unit] ?? 1);
};

interface Tick {
  readonly y: number;
  readonly value: number;
}

/** From the top of a panel to its foot, values fall, in equal steps at equal distances. */
function isNext(panel: readonly Tick[], tick: Tick): boolean {
  const [first, second] = panel;
  const last = panel.at(-1);
  if (first === undefined || last === undefined || tick.value >= last.value) return false;
  if (second === undefined) return true;
  const isEqual = (left: number, right: number): boolean => Math.abs(left / right - 1) < 0.02;
  return (
    isEqual(tick.y - last.y, second.y - first.y) &&
    isEqual(tick.value - last.value, second.value - first.value)
  );
}

/**
 * Returns functions from a height in the picture to a number, one for each panel, from the labels of its axis.
 * A half pixel is `half` of a number.
 */
export function valueAxes(svg: string): { valueAt: (y: number) => number; half: number }[] {
  const ticks = labelsOf(svg)
    .filter(({ anchor, x, text }) => anchor === "end" && x < 72 && !Number.isNaN(numberOf(text)))
    .map(({ y, text }) => ({ y, value: numberOf(text) }))
    .toSorted((left, right) => left.y - right.y);
  const panels: Tick[][] = [];
  for (const tick of ticks) {
    const panel = panels.at(-1);
    if (panel !== undefined && isNext(panel, tick)) panel.push(tick);
    else panels.push([tick]);
  }
  return panels.map((panel) => {
    const [top, foot] = [panel[0], panel.at(-1)];
    if (top === undefined || foot === undefined) throw new Error("an axis without labels");
    const perPixel = (top.value - foot.value) / (top.y - foot.y);
    return {
      valueAt: (y) => foot.value + (y - foot.y) * perPixel,
      half: Math.abs(perPixel) / 2,
    };
  });
}
