/** Charts for tests. */
import { expect } from "vitest";
import { hash } from "../../src/sandbox/hash.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { Connected } from "./connect.ts";
import { idOf } from "./results.ts";
import type { Metric } from "../../src/catalog/metrics/index.ts";
import type {
  Chart,
  ChartBreak,
  ChartKind,
  ChartPanel,
  ChartSeries,
} from "../../src/answers/replies/chart.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";

function findMetric(name: string): Metric {
  const match = metricsOf("facebook", 3).find((metric) => metric.name === name);
  if (match === undefined) throw new Error(`no metric ${name}`);
  return match;
}

export const series = (
  name: string,
  values: readonly number[],
  marks: readonly number[] = [],
  role: ChartSeries["role"] = "own",
): ChartSeries => ({
  name,
  values: Float64Array.from(values),
  marks: Uint8Array.from(values, (_, place) => marks[place] ?? 0),
  role,
});

export const panel = (
  metric: string,
  seriesList: readonly ChartSeries[],
  breaks: readonly ChartBreak[] = [],
): ChartPanel => ({ metric: findMetric(metric), title: metric, series: seriesList, breaks });

/** Days from 2025-10-01. */
export function chart(
  kind: ChartKind,
  panels: readonly ChartPanel[],
  more: Partial<Chart> = {},
): Chart {
  const length = panels[0]?.series[0]?.values.length ?? 0;
  return {
    kind,
    title: "A chart by day",
    source: "facebook, 3 profiles, 2025-10-01 to 2025-10-31 by day, profile time. Complete.",
    notes: [],
    dimension: "day",
    isTime: true,
    places: Array.from({ length }, (_, place) => addDays(toDay("2025-10-01"), place)),
    panels,
    ...more,
  };
}

const october = { network: "facebook", date_start: "2026-10-01", date_end: "2026-10-31" };
export const acme = ["Acme US", "Acme UK", "Café Žofín"];

/** Asks about October 2026, unless the question names other days; returns the id of the result. */
export async function resultOf(connected: Connected, question: object): Promise<string> {
  const { text } = await connected.call("get_profile_metrics", { ...october, ...question });
  return idOf(text);
}

/** The picture of a chart. @param text the reply. @param part follows the id in the URI. */
export async function pictureOf({ client }: Connected, text: string, part = ""): Promise<string> {
  const uri = (/chart:\/\/\w+\.svg$/.exec(text)?.[0] ?? "").replace(".svg", `${part}.svg`);
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri, mimeType: "image/svg+xml" });
  return content !== undefined && "text" in content ? content.text : "";
}

/** The places that have a number. */
export const placesOf = (values: Float64Array): number[] =>
  [...values.keys()].filter((place) => !Number.isNaN(values[place]));

/** Numbers that a seed decides, so that a failure is short to state: some are zero, some missing. */
export const valuesOf = (seed: number, length: number, low: number): number[] =>
  Array.from({ length }, (_, place) => {
    const chance = hash(seed, place) % 8;
    if (chance === 0) return 0;
    return chance < 3 ? Number.NaN : low + (hash(seed, place, 1) % 100_000);
  });
