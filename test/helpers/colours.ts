/** How colours differ for a reader, also for one who sees no red or no green. */

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const linear = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;

/** Of a colour such as `#0b66b0`, linear parts from 0 to 1. */
const partsOf = (colour: string): Triple => {
  const part = (at: number): number => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
};

const times = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const [a, b, c] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a ?? 0, b ?? 0, c ?? 0];
};

/** Machado, Oliveira and Fernandes (2009), at full severity. */
const eyes: Readonly<Record<string, Matrix>> = {
  "all colours": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const toXyz: Matrix = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
];

/** CIELAB. */
function lab(parts: Triple): Triple {
  const curve = (value: number): number =>
    value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
  const [x, y, z] = times(toXyz, parts);
  const [a, b, c] = [curve(x), curve(y), curve(z)];
  return [116 * b - 16, 500 * (a - b), 200 * (b - c)];
}

/** The least difference (CIE76) between two of some colours, for whichever eyes see it least. 2.3 is just noticeable. */
export function leastDifference(colours: readonly string[]): number {
  const differences = Object.values(eyes).flatMap((matrix) => {
    const seen = colours.map((colour) => {
      const [red, green, blue] = times(matrix, partsOf(colour));
      const within = (part: number): number => Math.min(1, Math.max(0, part));
      return lab([within(red), within(green), within(blue)]);
    });
    return seen.flatMap((left, at) =>
      seen
        .slice(0, at)
        .map((right) => Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])),
    );
  });
  return Math.min(...differences);
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(foreground: string, background: string): number {
  const [lower = 0, higher = 0] = [foreground, background]
    .map((colour) => times(toXyz, partsOf(colour))[1])
    .toSorted((left, right) => left - right);
  return (higher + 0.05) / (lower + 0.05);
}
