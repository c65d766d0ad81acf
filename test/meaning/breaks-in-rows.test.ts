/** A break takes the number of its own metric from the row of time that holds it, and changes no other number, in every route. */
import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import {
  drawnIn,
  gappyNumbers,
  profileCount,
  questions,
  type RandomQuestion,
} from "../helpers/random-questions.ts";
import { renewed } from "../helpers/renewed.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Two of them have a break on 2025-11-15. */
const metrics = ["insights_views", "insights_reach", "fans_change", "fans_lifetime"];
const broken = ["fans_change", "fans_lifetime"];
const year = { network: "facebook", date_start: "2025-05-01", date_end: "2026-04-30" };
const months = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2025, 4 + at)).toISOString().slice(0, 7),
);

/** The numbers of some metrics in each route, by metric. */
interface Routes {
  readonly csv: ReadonlyMap<string, readonly string[]>;
  readonly workbook: readonly (readonly unknown[])[];
  readonly rows: readonly (readonly unknown[])[];
  /** Structured content, for rows of one dimension. */
  readonly dates: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The columns of the table of months in the text; undefined where it has other rows. */
  readonly text: ReadonlyMap<string, readonly string[]>;
  /** The lines of the chart in words, by metric. */
  readonly chart: string;
}

async function routesOf(
  connected: Connected,
  dimensions: readonly string[],
  names: readonly string[],
): Promise<Routes> {
  const { client, call } = connected;
  const args = { ...year, metrics: names, dimensions, max_requests: 500 };
  const { content, structuredContent } = await client.callTool({
    name: "get_profile_metrics",
    arguments: args,
  });
  const [block] = content;
  const reply = block?.type === "text" ? block.text : "";
  const result = idOf(reply);
  const csv = csvRows(await readCsv(connected, `result://${result}.csv`));
  const saved = await call("save_result", { result, format: "xlsx" });
  const { sheets } = await readXlsx(readFileSync(/^Saved (\S+):/.exec(saved.text)?.[1] ?? ""));
  const table = readReply(reply).tables.find(({ header }) => header[0] === "month");
  const { date = {}, rows } = Object(structuredContent);
  return {
    csv: new Map(
      [...(csv[0]?.keys() ?? [])].map((name) => [name, csv.map((row) => row.get(name) ?? "")]),
    ),
    workbook: sheets[0]?.rows ?? [],
    rows,
    dates: date,
    text: new Map(
      (table?.header ?? []).map((name, at) => [
        name,
        table?.rows.map((row) => row[at] ?? "") ?? [],
      ]),
    ),
    chart: (await call("chart_result", { result, kind: "line" })).text,
  };
}

test.each([[["date.month"]], [["profile", "date.month"]], [["profile_label", "date.month"]]])(
  "a year by %j has twelve months, with the numbers of each metric alone",
  async (dimensions) => {
    const connected = await connect({ profiles: 3, structured: true, saveTo: temporaryFolder() });
    const routes = await routesOf(connected, dimensions, metrics);
    const lines = (routes.csv.get("date.month") ?? []).length / 12;
    expect(lines).toBeGreaterThanOrEqual(1);
    expect(new Set(routes.csv.get("date.month"))).toEqual(new Set(months));
    expect(routes.workbook.slice(1)).toHaveLength(lines * 12);
    expect(routes.rows).toHaveLength(lines * 12);
    for (const metric of metrics) {
      const alone = await routesOf(connected, dimensions, [metric]);
      const cells = routes.csv.get(metric) ?? [];
      expect(cells).toEqual(alone.csv.get(metric));
      const isOfNovember = (at: number): boolean =>
        routes.csv.get("date.month")?.[at] === "2025-11";
      const november = cells.filter((_, at) => isOfNovember(at));
      expect(november.some((cell) => cell !== "")).toBe(!broken.includes(metric));
      expect(columnOf(routes.workbook, metric)).toEqual(columnOf(alone.workbook, metric));
      const [place, placeAlone] = [routes, alone].map(({ csv }) => [...csv.keys()].indexOf(metric));
      expect(routes.rows.map((row) => row[place ?? -1])).toEqual(
        alone.rows.map((row) => row[placeAlone ?? -1]),
      );
    }
  },
);

test("structured content, the text and the chart have them too", async () => {
  const connected = await connect({ profiles: 3, structured: true, saveTo: temporaryFolder() });
  const routes = await routesOf(connected, ["date.month"], metrics);
  expect(Object.keys(routes.dates)).toEqual(months);
  for (const metric of metrics) {
    const alone = await routesOf(connected, ["date.month"], [metric]);
    for (const month of months)
      expect(routes.dates[month]?.[metric]).toEqual(alone.dates[month]?.[metric]);
    expect(routes.text.get(metric)).toEqual(alone.text.get(metric));
    expect(extremesOf(routes.chart, metric)).toBe(extremesOf(alone.chart, metric));
  }
});

const columnOf = (rows: Routes["workbook"], name: string): unknown[] => {
  const place = (rows[0] ?? []).indexOf(name);
  return rows.slice(1).map((row) => row[place]);
};

/** `lowest 753 (2025-07), highest 831 (2025-10), last 831 (2025-10)` of each side of a break. */
const extremesOf = (text: string, metric: string): string => {
  const line = text.split("\n").find((row) => row.startsWith(`${metric} `) && row.includes(": "));
  const parts = line?.match(/lowest -?[\d.]+ .*?last -?[\d.]+ \([^)]*\)/g) ?? [];
  expect(parts.length).toBeGreaterThan(0);
  return parts.join(" | ");
};

test("a note has the numbers of both parts, and a range in total has them under their names", async () => {
  const { call, client } = await connect({ profiles: 3, structured: true });
  const byMonth = await call("get_profile_metrics", {
    ...year,
    metrics: ["insights_views", "fans_change"],
    dimensions: ["month"],
  });
  const parts = /2025-11 of all 3: fans_change (-?\d+) until 2025-11-14, (-?\d+) from 2025-11-16\./;
  const [, before = "", after = ""] = parts.exec(byMonth.text) ?? [];
  const november = { ...year, date_start: "2025-11-01", date_end: "2025-11-30" };
  const { structuredContent } = await client.callTool({
    name: "get_profile_metrics",
    arguments: { ...november, metrics: ["fans_change"], dimensions: [] },
  });
  expect(Object(structuredContent).total).toMatchObject({
    fans_change: { now: null, why: "break" },
    "fans_change until 2025-11-14": { now: Number(before) },
    "fans_change from 2025-11-16": { now: Number(after) },
  });
});

test("a range of a comparison that holds a break has its parts under their names", async () => {
  const { call, client } = await connect({ profiles: 3, structured: true });
  const { structuredContent, content } = await client.callTool({
    name: "get_profile_metrics",
    arguments: {
      ...year,
      date_start: "2026-03-01",
      date_end: "2026-04-30",
      compare_to: "2025-11-01",
      metrics: ["fans_lifetime"],
      dimensions: [],
    },
  });
  const [block] = content;
  const { columns, rows, total } = Object(structuredContent);
  expect(columns).toContain("fans_lifetime:before until 2025-11-14");
  expect(rows[0][columns.indexOf("fans_lifetime:before")]).toBeNull();
  expect(total["fans_lifetime"]).toMatchObject({ before: null, change: null, why: "break" });
  expect(total["fans_lifetime from 2025-11-15"].before).toBe(
    rows[0][columns.indexOf("fans_lifetime:before from 2025-11-15")],
  );
  expect(block?.type === "text" && block.text).toContain("2025-11-01 to 11-14, page fans");
  const { text } = await call("get_profile_metrics", {
    ...year,
    metrics: ["fans_change"],
    dimensions: ["month"],
    compare_to: "previous_year",
  });
  expect(text).toMatch(/\. 2025-11 of all 3: fans_change -?\d+ until 2025-11-14, /);
});

test("the keys of rows are unique, in structured content and in the CSV", async () => {
  const connected = renewed({
    profiles: profileCount,
    numbers: gappyNumbers,
    structured: true,
  });
  const drawn = { broken: 0, keyed: 0, onlyBefore: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(questions, weeks), async (question) => {
      const { client } = await connected();
      const { structuredContent, isError } = await client.callTool({
        name: "get_profile_metrics",
        arguments: { ...question, skip_unavailable: true, max_requests: 500 },
      });
      if (isError === true) return;
      const { columns, rows, total_rows: total, rank = [], ...rest } = Object(structuredContent);
      const names = columns.filter((name: string) =>
        question.dimensions.includes(name.replace(/:before$/, "")),
      );
      const keys = rows.map((row: readonly unknown[]) =>
        names.map((name: string) => row[columns.indexOf(name)]).join("|"),
      );
      expect(new Set(keys).size).toBe(keys.length);
      const ranked = rank.map(({ name }: { readonly name: string }) => name);
      expect(new Set(ranked).size).toBe(ranked.length);
      const lines = rest.date ?? rest.profile ?? rest.label;
      // A document has lines by name, or there are too many for one.
      const isKeyed = lines !== undefined && question.dimensions.length === 1;
      expect(isKeyed ? Object.keys(lines).length : total).toBe(total);
      if (isKeyed) drawn.keyed += 1;
      if (isKeyed && Object.keys(lines).some((name) => name.startsWith("before ")))
        drawn.onlyBefore += 1;
      if (drawnIn(question).isBroken) drawn.broken += 1;
    }),
    drawing(40, 2000, 7),
  );
  for (const count of Object.values(drawn)) expect(count).toBeGreaterThanOrEqual(leastDrawn);
}, 600_000);

/** Months by week against the month before: one can have a week more, and both a part of one week. */
const weeks: fc.Arbitrary<RandomQuestion> = fc
  .tuple(questions, fc.constantFrom("2026-03", "2026-06", "2026-09"))
  .map(([question, month]) => ({
    ...question,
    dimensions: ["date.week"],
    date_start: `${month}-01`,
    date_end: `${month}-${month === "2026-03" ? "31" : "30"}`,
    compare_to: "previous_period",
  }));
