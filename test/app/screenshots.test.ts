/** The pictures of the documents: `npm run screenshots` takes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBrowser } from "../helpers/browser.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";
import { isMissing } from "../helpers/system.ts";
import { inHost, show } from "./show.ts";

const root = join(import.meta.dirname, "../..");
const pictures = { light: "docs/chart-light.png", dark: "docs/chart-dark.png" };

/** The size of a picture and of the one in the documents, which it replaces if pictures are taken. */
function sizesOf(file: string, picture: Buffer): { width: number; height: number }[] {
  if (process.env["SCREENSHOTS"] !== undefined) writeFileSync(join(root, file), picture);
  return [picture, readFileSync(join(root, file))].map((png) => ({
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
  }));
}

test.skipIf(isMissing("chromium"))("the pictures show the page as it is", async () => {
  const { app, page } = await show(await connect({ profiles: 40 }), {
    profiles: ["Acme US", "Acme UK", "Acme Oslo 24"],
  });
  const frame = page.locator("iframe");
  await app.locator("g:not([data-legend]) > rect").nth(8).hover();
  const light = sizesOf(pictures.light, await frame.screenshot());
  await inHost(page, "changeContext", { theme: "dark" });
  await app.getByRole("switch", { name: "Acme UK" }).click();
  await app.locator('[data-legend="2"][aria-checked="false"]').waitFor();
  await app.locator("g:not([data-legend]) > rect").nth(20).hover();
  const dark = sizesOf(pictures.dark, await frame.screenshot());
  // Fonts differ between machines.
  for (const [taken, shown] of [light, dark]) {
    expect(taken?.width).toBe(shown?.width);
    expect(Math.abs((taken?.height ?? 0) - (shown?.height ?? 0))).toBeLessThan(20);
  }
});

test.skipIf(isMissing("chromium"))("the picture of a report shows an example", async () => {
  const out = join(temporaryFolder(), "weekly.html");
  const example = join(root, "examples/reports/weekly-client.md");
  await run(["report", example, "--sandbox", "--out", out]);
  const page = await (await startBrowser()).newPage({ viewport: { width: 800, height: 1050 } });
  await page.goto(`file://${out}`);
  const [taken, shown] = sizesOf("docs/report.png", await page.screenshot());
  expect(taken).toEqual(shown);
  expect(readFileSync(join(root, "docs/reports.md"), "utf8")).toContain("(report.png)");
});

test("the README shows a chart for each theme", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  for (const file of Object.values(pictures)) expect(readme).toContain(file);
});
