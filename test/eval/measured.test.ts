/** What hurried readers take from the API, and from the replies: the table of the documents, written by this test (`-u`). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readingTable, type Reading } from "../../eval/lazy.ts";
import { readBoth } from "../../eval/raw.ts";
import { serve } from "../../eval/server.ts";
import { templates } from "../../eval/templates/index.ts";
import { makeQuestion } from "../../eval/templates/template.ts";
import { cli } from "../helpers/process.ts";

const part = /(<!-- measured: silently wrong -->\n)[^]*?(<!-- end -->)/;

test("of the replies, fewer numbers are taken wrongly without a sign than of the API; the documents have how many", async () => {
  const served = await serve(cli);
  const readings: Reading[] = [];
  for (const seed of [1, 2, 3]) {
    for (const template of templates)
      readings.push(...(await readBoth(await makeQuestion(template, seed, served.wire), served)));
  }
  await served.close();
  const wrongOf = (name: string): number => {
    const ofReader = readings.filter(({ reader }) => reader.startsWith(name));
    return ofReader.filter(({ verdict }) => verdict === "silently wrong").length / ofReader.length;
  };
  expect(wrongOf("the API: the total")).toBeGreaterThan(
    1.5 * wrongOf("this server: the first number"),
  );
  expect(wrongOf("the API: the sum")).toBeGreaterThan(0.1);
  expect([wrongOf("this server: the sum of a column"), wrongOf("this server: the cell")]).toEqual([
    0, 0,
  ]);
  for (const file of ["README.md", "eval/README.md"]) {
    const path = join(import.meta.dirname, "../..", file);
    const page = readFileSync(path, "utf8");
    expect(page).toMatch(part);
    const table = `$1\n${readingTable(readings)}\n\n$2`;
    await expect(page.replace(part, table)).toMatchFileSnapshot(path);
  }
});
