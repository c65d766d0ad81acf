/** One random comparison, and what each route says of it: the text, the CSV and structured content. */
import fc from "fast-check";
import { connect, readCall, type Connected } from "./connect.ts";
import { page, worldOf } from "./course-worlds.ts";
import { csvRows, numberIn, type CsvRow } from "./csv.ts";
import { readReply, type TextTable } from "./reply-tables.ts";
import { idOf, readCsv } from "./results.ts";

export const pageCount = 40;

const metricLists = [
  ["insights_views"],
  ["insights_views", "insights_reach"],
  ["fans_change", "insights_views"],
  ["insights_reach"],
  ["fans_lifetime"],
  ["reach_rate = insights_reactions / insights_reach"],
];

export const question = fc.record({
  pages: fc.array(page, { minLength: 7, maxLength: 13 }),
  metrics: fc.constantFrom(...metricLists),
  range: fc.constantFrom(
    { period: "2026-10", compare_to: "previous_period" },
    { period: "2026-02", compare_to: "previous_period" },
    { date_start: "2026-10-05", date_end: "2026-10-11", compare_to: "previous_period" },
    { period: "2026-Q3", compare_to: "previous_period" },
    { period: "2026-10", compare_to: "previous_year" },
    { date_start: "2026-10-14", date_end: "2026-10-15", compare_to: "previous_period" },
  ),
  where: fc.constantFrom(undefined, undefined, "change > 0", "change < 0"),
});

type Question = typeof question extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type Numbered = Readonly<Record<string, number | null>>;

interface Content {
  readonly same: Readonly<Record<string, Numbered>>;
  readonly profile: Readonly<Record<string, Readonly<Record<string, Numbered>>>>;
  readonly rose: readonly { readonly name: string }[];
  readonly fell: readonly { readonly name: string }[];
}

export interface Routes {
  readonly connected: Connected;
  readonly id: string;
  readonly text: string;
  readonly tables: readonly TextTable[];
  readonly rows: readonly CsvRow[];
  readonly content: Content;
}

type Asked = Pick<Question, "pages" | "metrics"> & {
  readonly range: Readonly<Record<string, string>>;
  readonly where?: string | undefined;
};

export async function ask(
  { pages, metrics, range, where }: Asked,
  hole?: Parameters<typeof worldOf>[1],
): Promise<Routes> {
  const connected = await connect({
    structured: true,
    profiles: pageCount,
    numbers: worldOf(pages, hole),
  });
  const answer = await connected.client.callTool({
    name: "get_profile_metrics",
    arguments: {
      network: "facebook",
      metrics,
      dimensions: ["profile"],
      ...range,
      ...(where !== undefined && { where: [where] }),
    },
  });
  const { text } = readCall(answer);
  const id = idOf(text);
  const [metric = ""] = metrics.map(nameOf);
  // The CSV has every row of the question.
  const sign = where === undefined ? 0 : where.includes(">") ? 1 : -1;
  const rows = csvRows(await readCsv(connected, `result://${id}.csv`)).filter(
    (row) => sign === 0 || Math.sign(numberIn(row, `${metric}:change`) ?? 0) === sign,
  );
  const content = Object(answer.structuredContent);
  return { connected, id, text, tables: readReply(text).tables, rows, content };
}

/** A CSV defuses what a spreadsheet would run. */
export const pageOf = (row: CsvRow): string =>
  (row.get("profile_name") ?? "").replace(/^'(?==)/, "");

export const nameOf = (metric: string): string => metric.split(" ")[0] ?? "";
