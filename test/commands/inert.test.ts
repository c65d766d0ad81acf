/** What a terminal would obey does not reach it from the texts of files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";

const escapes = "\u001B[2J\u001B]8;;http://evil.example\u0007\u009B31mred";

const question = "w: {network: facebook, metrics: [fans_change], period: last_week}";

test.each([
  ["a filter", `---\nquestions: {${question}}\n---\n{{ w.total.fans_change.now | ${escapes} }}\n`],
  ["a number", `---\nstrict: true\nquestions: {${question}}\n---\n${escapes} 17\n`],
])("a report with escape codes in %s", async (_, text) => {
  const file = join(temporaryFolder(), "report.md");
  writeFileSync(file, text);
  const { code, stderr } = await run(["report", file, "--sandbox", "--strict"]);
  expect(code).not.toBe(0);
  expect(stderr.length).toBeGreaterThan(20);
  // oxlint-disable-next-line no-control-regex -- They must not be there.
  expect(stderr).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
});
