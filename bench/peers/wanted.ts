/** The questions Q1 to Q3, and how many of their cells a reply has. */
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { bodyOf, profileId, type Asked, type Server } from "../own-time.ts";
import queries from "../queries.json";

export interface Wanted extends Asked {
  readonly metrics: readonly string[];
}

const metricNames = metricsOf("facebook", 3).map(({ name }) => name);

/** Q1 to Q3 as one question each. */
export const wanted = queries.map(({ name, profiles, days, metrics }) => ({
  name,
  numbers: profiles * days * metrics,
  asked: {
    profiles: Array.from({ length: profiles }, (_, index) => profileId(index)),
    metrics: metricNames.slice(0, metrics),
    start: "2025-01-01",
    end: new Date(Date.parse("2025-01-01") + (days - 1) * 86_400_000).toISOString().slice(0, 10),
  },
}));

export const full = ({ metrics, ...asked }: Wanted): object => ({ ...bodyOf(asked), metrics });

/** The number of cells of a question that a CSV has, missing ones included. */
async function cellsOf(server: Server, text: string, metrics: number): Promise<number> {
  const [, id = "", parts = "1"] =
    /result:\/\/(\w+)\.(?:part-1\.csv to part-(\d+)\.)?csv$/.exec(text) ?? [];
  let rows = 0;
  for (let part = 1; part <= Number(parts); part += 1) {
    const uri = parts === "1" ? `result://${id}.csv` : `result://${id}.part-${part}.csv`;
    const message: { result: { contents: readonly [{ text: string }] } } = JSON.parse(
      await server.read(uri),
    );
    rows += message.result.contents[0].text.trimEnd().split("\n").length - 1;
  }
  return rows * metrics;
}

/** The share of the cells that a reply has, or has under its address. */
export async function completeness(
  server: Server,
  text: string,
  { asked, numbers }: (typeof wanted)[number],
): Promise<string> {
  const isOurs = text.includes("result://");
  const data = /"data":[^]*/.exec(text)?.[0] ?? "";
  const found = isOurs
    ? await cellsOf(server, text, asked.metrics.length)
    : (data.match(/-?\d+(?:\.\d+)?|null/g)?.length ?? 0);
  return `${Math.round((found / numbers) * 100)} %${isOurs ? " as CSV" : ""}`;
}
