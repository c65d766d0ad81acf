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

/** It shows fifteen digits of a number. */
const isSame = (read: string, written: string): boolean =>
  read === written || Math.abs(Number(read) / Number(written) - 1) < 1e-14;

function differencesOf(read: readonly CsvRow[], written: readonly CsvRow[]): string[] {
  const texts = read.map((row) => [...row.values()]);
  return written.flatMap((row, at) =>
    [...row].flatMap(([column, text], place) => {
      const other = texts[at]?.[place] ?? "none";
      return isSame(other, text) ? [] : [`row ${at}, ${column}: ${other} instead of ${text}`];
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
