/** A piece of a result has an id, made of the result's and the arguments, and a CSV of its own. */
import { expect, test } from "vitest";
import * as z from "zod";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const days = {
  network: "facebook",
  metrics: ["fans_change", "insights_views"],
  profiles: facebookIds(12),
  period: "last_month",
  dimensions: ["profile", "date.day"],
};
const compared = { ...days, dimensions: ["profile"], compare_to: "previous_period" };
const uriOf = (text: string): string => text.split("\n").at(-1) ?? "";

const withPieces = async (
  question: Record<string, unknown> = days,
  tool = "get_profile_metrics",
): Promise<Connected & { id: string; csv: string }> => {
  const connected = await connect({ structured: true, profiles: 12 });
  const { text } = await connected.call(tool, question);
  return { ...connected, id: idOf(text), csv: await readCsv(connected, uriOf(text)) };
};

const posts = { date_start: "2026-10-01", date_end: "2026-10-31" };

const shape = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  result: z.string(),
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, string?]>([
  ["a statistic", days, { statistic: "median,p90", sort_by: "insights_views", top: 5 }],
  ["conditions", days, { grain: "total", where: ["insights_views >= 1000", "coverage > 50"] }],
  ["weeks of some profiles", days, { profiles: ["Acme US", "Acme UK"], grain: "week" }],
  [
    "some days",
    days,
    { date_start: "2026-10-05", date_end: "2026-10-06", metrics: ["fans_change"] },
  ],
  [
    "shares",
    { ...days, dimensions: ["profile"] },
    { view: "shares", sort_by: "name", order: "desc" },
  ],
  ["gaps", days, { view: "gaps" }],
  ["outliers", days, { view: "outliers" }],
  ["a ratio", days, { grain: "total", metrics: ["rate = fans_change / insights_views"] }],
  ["a comparison", compared, { where: ["insights_views:change < 0"], sort_by: "change_percent" }],
  ["an offset of a comparison", compared, { top: 3, offset: 2 }],
  ["posts", posts, { sort_by: "interactions", top: 4 }, "list_facebook_posts"],
  ["groups of posts", posts, { group_by: "type,weekday" }, "list_facebook_posts"],
])("%s: the rows of the CSV are those that programs get", async (_, question, piece, tool) => {
  const connected = await withPieces(question, tool);
  const args = { result: connected.id, ...piece };
  const { content, structuredContent } = await connected.client.callTool({
    name: "read_result",
    arguments: args,
  });
  const [first] = content;
  const uri = uriOf(first?.type === "text" ? first.text : "");
  expect(uri.startsWith(`result://${connected.id}~`)).toBe(true);
  const rows = csvRows(await readCsv(connected, uri));
  const structured = shape.parse(structuredContent);
  expect(uri).toBe(`result://${structured.result}.csv`);
  expect(rows.length > 0 || piece["view"] === "outliers").toBe(true);
  // An apostrophe keeps a spreadsheet from running a formula.
  const cellOf = (text = ""): string => text.replaceAll(/'(?=[=+\-@＝])/g, "");
  expect(rows.map((row) => structured.columns.map((name) => cellOf(row.get(name))))).toEqual(
    structured.rows.map((row) => row.map((value) => (value === null ? "" : String(value)))),
  );
});

test("the CSV has the rows that meet the conditions, in the asked order, with the numbers of the whole", async () => {
  const connected = await withPieces({ ...days, dimensions: ["profile"] });
  const rows = csvRows(connected.csv);
  const bound = 3000;
  const expected = rows
    .filter((row) => (numberIn(row, "insights_views") ?? 0) > bound)
    .toSorted((left, right) => Number(left.get("fans_change")) - Number(right.get("fans_change")));
  expect(expected.length).toBeGreaterThan(3);
  expect(expected.length).toBeLessThan(12);
  const piece = { where: [`insights_views > ${bound}`], sort_by: "fans_change", order: "asc" };
  const { text } = await connected.call("read_result", { result: connected.id, ...piece, top: 3 });
  expect(csvRows(await readCsv(connected, uriOf(text)))).toEqual(expected.slice(0, 3));
  const reply = await connected.call("read_result", { result: connected.id, ...piece });
  expect(csvRows(await readCsv(connected, uriOf(reply.text)))).toEqual(expected);
});

test("the id can be written by hand, as the guide says, and read again with more arguments", async () => {
  const connected = await withPieces();
  const result = `${connected.id}~metrics=fans_change&grain=total`;
  const csv = await readCsv(connected, `result://${result}.csv`);
  expect(csv.split("\r\n")[0]).toBe("profile,profile_name,fans_change");
  const { text } = await connected.call("read_result", { result, sort_by: "fans_change", top: 2 });
  expect(text).toMatch(/\nfans_change, highest first, 2 of 12:\n#\|profile\|fans_change\n/);
  expect(uriOf(text)).toBe(`result://${result}&sort_by=fans_change&top=2.csv`);
  const again = await connected.call("read_result", { result: uriOf(text), top: 1 });
  expect(again.text).toContain(", 1 of 12:");
});

test("names keep their characters", async () => {
  const profile = "Acme 日本";
  const connected = await withPieces({ ...days, profiles: undefined });
  const where = ["insights_views >= 0.5"];
  const piece = {
    result: connected.id,
    profiles: [profile],
    where,
    metrics: ["a+b = fans_change / insights_views"],
  };
  const { text } = await connected.failing("read_result", piece);
  expect(text).toMatch(/^invalid_input: /);
  const reply = await connected.call("read_result", {
    ...piece,
    metrics: undefined,
    grain: "total",
  });
  const [row] = csvRows(await readCsv(connected, uriOf(reply.text)));
  expect(row?.get("profile_name")).toBe(profile);
});

test.each(["grain=century", "nothing=1", "top=many", "grain=", "view=all", "", "facebook"])(
  "%j names no piece",
  async (name) => {
    const { client, id, failing } = await withPieces();
    const { text } = await failing("read_result", { result: `${id}~${name}` });
    expect(text).toMatch(/^not_found: /);
    await expect(client.readResource({ uri: `result://${id}~${name}.csv` })).rejects.toThrow(
      "not_found",
    );
  },
);

test("a piece that the result cannot give says why, as a resource too", async () => {
  const { client, id } = await withPieces(compared);
  await expect(client.readResource({ uri: `result://${id}~grain=week.csv` })).rejects.toThrow(
    "grain cannot be applied to a comparison",
  );
});

test("a piece ends with its result; one with too many names for an address has the CSV of the whole", async () => {
  const connected = await withPieces();
  const { text } = await connected.call("read_result", {
    result: connected.id,
    profiles: facebookIds(12),
    where: Array.from({ length: 20 }, (_, at) => `insights_views > ${at}${"0".repeat(60)}1e-70`),
    grain: "total",
  });
  expect(uriOf(text)).toBe(`result://${connected.id}.csv`);
  const { failing } = await connect();
  const lost = await failing("read_result", { result: `${connected.id}~grain=total` });
  expect(lost.text).toMatch(/^not_found: no result /);
});
