/** LibreOffice reads the values of the CSV in a workbook. */
import fc from "fast-check";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows, type CsvRow } from "../helpers/csv.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { gappyNumbers, profileCount, questions } from "../helpers/random-questions.ts";
import { idOf, readCsv } from "../helpers/results.ts";
import { isMissing } from "../helpers/system.ts";

/** It shows fifteen digits of a number. A text of a CSV that could be a formula begins with an apostrophe. */
function isSame(read: string, written: string): boolean {
  const number = read.endsWith("%") ? Number(read.slice(0, -1)) / 100 : Number(read);
  const isNear = Math.abs(number - Number(written)) <= 1e-14 * Math.abs(number);
  return read === written || `'${read}` === written || (read !== "" && isNear);
}

function differencesOf(read: readonly CsvRow[], written: readonly CsvRow[]): string[] {
  const texts = read.map((row) => [...row.values()]);
  return written.flatMap((row, at) =>
    [...row].flatMap(([column, text], place) => {
      const cell = texts[at]?.[place] ?? "none";
      return isSame(cell, text) ? [] : [`row ${at}, ${column}: ${cell} instead of ${text}`];
    }),
  );
}

test.skipIf(isMissing("soffice"))("LibreOffice reads the values of the CSV", async () => {
  const folder = temporaryFolder();
  const quotas = { account: 1e6, user: 1e6 };
  const options = { profiles: profileCount, numbers: gappyNumbers, quotas, saveTo: folder };
  const { client, call, attempt } = await connect(options);
  const expected = new Map<string, string>();
  for (const question of fc.sample(questions, { numRuns: 40, seed: 1 })) {
    const { text, isError } = await attempt("get_profile_metrics", { ...question });
    if (isError) continue;
    const name = `result-${expected.size}`;
    await call("save_result", { result: idOf(text), format: "xlsx", name });
    expected.set(name, await readCsv({ client }, `result://${idOf(text)}.csv`));
  }
  expect(expected.size).toBeGreaterThan(30);

  // The first sheet as UTF-8 with commas; cells as values, not as they are formatted.
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,1";
  const home = `-env:UserInstallation=file://${join(folder, "office")}`;
  const names = [...expected.keys()];
  const files = names.map((name) => join(folder, `${name}.xlsx`));
  const args = [home, "--headless", "--convert-to", filter, "--outdir", folder, ...files];
  execFileSync("soffice", args, { stdio: "ignore" });

  for (const [name, csv] of expected) {
    const read = readFileSync(join(folder, `${name}-Data.csv`), "utf8").replaceAll("\n", "\r\n");
    expect([name, csvRows(read).length]).toEqual([name, csvRows(csv).length]);
    expect([name, differencesOf(csvRows(read), csvRows(csv))]).toEqual([name, []]);
  }
});

test.skipIf(isMissing("soffice"))(
  "a workbook prints as wide as its paper, with its first row on each page",
  async () => {
    const folder = temporaryFolder();
    const { call } = await connect({ profiles: 120, saveTo: folder });
    const metrics = ["insights_views", "insights_reach", "insights_reactions", "fans_lifetime"];
    const question = {
      network: "facebook",
      metrics,
      period: "2026-10",
      compare_to: "previous_period",
    };
    const { text } = await call("get_profile_metrics", { ...question, dimensions: ["profile"] });
    await call("save_result", { result: idOf(text), format: "xlsx", name: "pages" });
    const home = `-env:UserInstallation=file://${join(folder, "office")}`;
    const args = [home, "--headless", "--convert-to", "pdf", "--outdir", folder];
    execFileSync("soffice", [...args, join(folder, "pages.xlsx")], { stdio: "ignore" });
    const pdf = readFileSync(join(folder, "pages.pdf"), "latin1");
    const sizes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(
      ([, width, height]) => Number(width) > Number(height),
    );
    // 120 rows of 20 columns, and the notes.
    expect(sizes.length).toBeLessThan(8);
    expect(new Set(sizes)).toEqual(new Set([true]));
  },
);
