/** A day on which many pages stand out is one line, with the label that they share. */
import { expect, test } from "vitest";
import { connect, withoutIds } from "../helpers/connect.ts";
import { csvRows, type CsvRow } from "../helpers/csv.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Weekdays of 100 to 106, and five times that for pages with a label on one Wednesday. */
const boosted =
  (label: string): Numbers =>
  ({ labels, index }, _metric, day) => {
    const usual = 100 + new Date(day).getUTCDay() + (index % 3);
    return day === "2026-10-14" && labels.some(({ name }) => name === label) ? 5 * usual : usual;
  };

const question = {
  network: "facebook",
  metrics: ["insights_views"],
  date_start: "2026-08-25",
  date_end: "2026-11-17",
};

async function outliersOf(
  label: string,
  dimensions: readonly string[],
): Promise<{ readonly text: string; readonly csv: readonly CsvRow[] }> {
  const connected = await connect({ profiles: 40, numbers: boosted(label) });
  const { text } = await connected.call("get_profile_metrics", { ...question, dimensions });
  const id = idOf(text);
  const read = await connected.call("read_result", { result: id, view: "outliers" });
  const csv = csvRows(await readCsv(connected, `result://${id}~view=outliers.csv`));
  return { text: withoutIds(read.text), csv };
}

test("the total first, then the pages of the day in one line; the CSV has each of them", async () => {
  const { text, csv } = await outliersOf("Brand", ["profile_label", "date.day"]);
  expect(text).toMatch(
    /\nOf \d+ values of rows that combine profiles, 6 stand out:\nprofile_label\|day\|weekday\|.*\nBrand\|2026-10-14\|/,
  );
  expect(text).toMatch(
    /\nOf 3\d+ profile-days, (\d+) stand out by themselves:\n2026-10-14, insights_views: \1 of 40 profiles stand out above usual, all of them labelled Brand; (\d+) of the \2 above usual: [^(]+ \(\+400 %\), .* more\.\n/,
  );
  const single = csv.filter((row) => (row.get("profile") ?? "") !== "all 40");
  expect(single.length).toBeGreaterThan(3);
});

test("without labels in the question, that of the list of profiles is named", async () => {
  const { text } = await outliersOf("Brand", ["date.day"]);
  expect(text).toMatch(/ profiles stand out above usual, all of them labelled Brand; /);
});

test("two pages are two lines", async () => {
  const connected = await connect({
    profiles: 40,
    numbers: ({ index }, _metric, day) =>
      (100 + new Date(day).getUTCDay()) * (index < 2 && day === "2026-10-14" ? 5 : 1),
  });
  const dailyQuestion = { ...question, dimensions: ["date.day"] };
  const { text } = await connected.call("get_profile_metrics", dailyQuestion);
  const read = await connected.call("read_result", { result: idOf(text), view: "outliers" });
  expect(read.text).toMatch(/\nOf \d+ profile-days, 2 stand out by themselves:\nprofile\|day\|/);
});
