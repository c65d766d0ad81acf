/**
 * Twelve charts as people read them, in a page of 360 and of 900 pixels. With `GALLERY=FOLDER`, the test writes them as
 * pictures for looking, light and dark.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { columnsOf } from "../../src/base/text/columns.ts";
import { pictureOf, resultOf } from "../helpers/charts.ts";
import { connect } from "../helpers/connect.ts";
import { boxesOf, labelsOf, linesOf, pointsOf, valueAxes } from "../helpers/svg.ts";

const views = { metrics: ["insights_views"] };
const fans = { metrics: ["fans_lifetime"] };
const quarter = { date_start: "2026-07-01", date_end: "2026-09-30" };
const before = { compare_to: "previous_period" };

/** A question, and the arguments of its chart. */
const gallery: Readonly<Record<string, readonly [question: object, chart?: object]>> = {
  days: [{ ...views, dimensions: ["date.day"] }],
  "lines of two profiles": [
    { ...views, profiles: ["Acme US", "Acme UK"], dimensions: ["profile", "date.day"] },
  ],
  "eight lines": [{ ...fans, ...quarter, dimensions: ["profile", "date.week"] }],
  "the best profiles": [{ ...views, dimensions: ["profile"] }],
  ages: [{ metrics: ["insights_reach"], dimensions: ["gender_age"] }],
  stack: [{ ...views, ...quarter, dimensions: ["profile", "date.week"] }, { kind: "stacked" }],
  heatmap: [{ ...views, ...quarter, dimensions: ["date.day"] }, { kind: "heatmap" }],
  break: [{ ...fans, date_start: "2025-11-01", date_end: "2025-11-30", dimensions: ["date.day"] }],
  "changes of profiles": [{ ...views, ...before, dimensions: ["profile"] }],
  "changes of labels": [{ ...fans, ...before, dimensions: ["profile_label"] }],
  "days of two ranges": [{ ...views, compare_to: "previous_year", dimensions: ["date.day"] }],
  year: [{ ...views, date_start: "2025-01-01", date_end: "2025-12-31", dimensions: ["date.day"] }],
};

const structured = z.object({
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/** The numbers of the areas that show them, in the order of the picture. */
const shownNumbers = (svg: string): string[] =>
  [...svg.matchAll(/<rect [^>]*><title>([^<]*)<\/title><\/rect>/g)].flatMap(([, title = ""]) =>
    [...title.matchAll(/: (-?[\d,.]+|–)(?: \((?:incomplete|a part)\))?$/gm)].map(
      ([, number = ""]) => number,
    ),
  );

const changesIn = (labels: readonly string[]): string[] =>
  labels.flatMap((text) => /^\+?(-?[\d,]+) \([-+~][\d.]+ %\)$/.exec(text)?.[1] ?? []);

const written = (value: string | number | null): string => {
  if (typeof value !== "number") return "–";
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en-US", {
    maximumFractionDigits: Number.isInteger(value) ? 0 : decimals,
  });
};

test.each(Object.entries(gallery))(
  "%s: the picture has the title and the numbers of the reply, within its width",
  async (name, [question, args = {}]) => {
    const connected = await connect({ profiles: 40, isMadeUp: true, structured: true });
    const result = await resultOf(connected, question);
    const reply = await connected.client.callTool({
      name: "chart_result",
      arguments: { result, ...args },
    });
    const text = z.array(z.object({ text: z.string().optional() })).parse(reply.content);
    const [first = ""] = text.map((block) => block.text ?? "");
    const { rows } = structured.parse(reply.structuredContent);
    for (const width of [360, 900]) {
      const svg = await pictureOf(connected, first.trimEnd(), `.width-${width}`);
      write(`${name}-${width}`, svg);
      expect(svg).toContain(`<svg width="${width}"`);
      const [, title = ""] = /<title id="title">([^<]*)</.exec(svg) ?? [];
      expect(first.startsWith(`${title}: `)).toBe(true);
      const labels = labelsOf(svg);
      expect(labels.map((label) => label.text).join(" ")).toContain(title.slice(0, 20));
      expect(labels.filter((label) => isOutside(label, width))).toEqual([]);
      const areChanges = name.startsWith("changes");
      const cells = rows.flatMap((row) => row.slice(1).map(written));
      // A row that is not compared has its reason.
      const numbers = cells.filter((number) => !areChanges || number !== "–");
      expect(numbers.length).toBeGreaterThan(6);
      // Changes are beside their bars, with their signs and percentages.
      const shown = areChanges ? changesIn(labels.map((label) => label.text)) : shownNumbers(svg);
      expect(shown.toSorted()).toEqual(numbers.toSorted());
      const placed = onAxes.has(name) ? rows.flatMap((row) => row.slice(1)) : [];
      expect(placed.filter((number) => !isMarked(svg, number))).toEqual([]);
    }
  },
);

/** Charts over time, whose marks stand alone. */
const onAxes = new Set(Object.keys(gallery).filter((name) => /day|line|break|year/.test(name)));

/** True for a number at which its axis has a mark: the end of a bar, a corner of a line, or a point; and for none. */
function isMarked(svg: string, number: string | number | null): boolean {
  if (typeof number !== "number") return true;
  const ys = [...linesOf(svg).flat(), ...pointsOf(svg)].map(({ y }) => y);
  const ends = boxesOf(svg).map(({ y, height }) => Math.min(y, y + height));
  return valueAxes(svg).some(({ valueAt, half }) =>
    [...ys, ...ends].some((y) => Math.abs(valueAt(y) - number) <= half),
  );
}

/** By an estimate of the width of a character, which is rather too small. */
function isOutside(
  { x, text, anchor }: { readonly x: number; readonly text: string; readonly anchor: string },
  width: number,
): boolean {
  const size = columnsOf(text) * 5.4;
  const left = { start: x, middle: x - size / 2, end: x - size }[anchor] ?? x;
  return left < -1 || left + size > width + 1;
}

function write(name: string, svg: string): void {
  const folder = process.env["GALLERY"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-light.svg`), svg);
  const dark = svg.replace("@media (prefers-color-scheme:dark)", "@media all");
  writeFileSync(join(folder, `${name}-dark.svg`), dark);
}
