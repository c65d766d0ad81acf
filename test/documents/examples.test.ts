/** The examples of reports, and what one looks like. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBrowser } from "../helpers/browser.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";
import { isMissing } from "../helpers/system.ts";

const folder = join(import.meta.dirname, "../../examples/reports");
const examples = readdirSync(folder).filter((name) => name.endsWith(".md"));

/** Writes an example as a page, and returns its path. */
async function page(name: string): Promise<string> {
  const out = join(temporaryFolder(), "out");
  const isOfLabels = readFileSync(join(folder, name), "utf8").includes("--each label");
  const target = isOfLabels ? ["--each", "label", "--out", out] : ["--out", `${out}.html`];
  const ran = await run(["report", join(folder, name), "--sandbox", "--strict", ...target]);
  // On some days of the sandbox a number is not there.
  expect([0, 3]).toContain(ran.code);
  if (!isOfLabels) return `${out}.html`;
  const pages = readdirSync(out);
  expect(pages).toHaveLength(6);
  return join(out, pages[0] ?? "");
}

test.each(examples)("%s is rendered", async (name) => {
  const html = readFileSync(await page(name), "utf8");
  expect(html).toContain("<h1>");
  expect(html).toContain("<h2>Sources</h2>");
  expect(html).toContain("The data is made up: this is the sandbox.");
  expect(html).not.toMatch(/\{\{|\{%|NaN|undefined|<script/);
});

test("there is one for each use", () => {
  expect(examples).toHaveLength(5);
});

test.skipIf(isMissing("chromium"))(
  "a page fits 360 pixels, is dark where the reader is, and prints on A4, without a request",
  async () => {
    const path = await page("weekly-client.md");
    const browser = await startBrowser();
    for (const colorScheme of ["light", "dark"] as const) {
      const tab = await browser.newPage({ colorScheme, viewport: { width: 360, height: 800 } });
      const requests: string[] = [];
      tab.on("request", (request) => requests.push(request.url().slice(0, 5)));
      const problems: string[] = [];
      tab.on("console", (message) => problems.push(message.text()));
      await tab.goto(`file://${path}`);
      expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(360);
      expect(new Set(requests)).toEqual(new Set(["file:"]));
      // A phone has a picture of its own, whose texts are not scaled.
      const width = "document.images[0].getBoundingClientRect().width";
      const sizes = `[document.images[0].naturalWidth, ${width}]`;
      expect(await tab.evaluate(sizes)).toEqual([328, 328]);
      await tab.setViewportSize({ width: 900, height: 800 });
      await tab.waitForFunction("document.images[0].naturalWidth === 672");
      expect(await tab.evaluate(sizes)).toEqual([672, 672]);
      expect(problems).toEqual([]);
      const [red = 0] =
        String(await tab.evaluate("getComputedStyle(document.body).backgroundColor")).match(
          /\d+/g,
        ) ?? [];
      expect(Number(red) > 128).toBe(colorScheme === "light");
      const pdf = join(temporaryFolder(), "page.pdf");
      await tab.pdf({ path: pdf, preferCSSPageSize: true });
      expect(statSync(pdf).size).toBeGreaterThan(10_000);
    }
  },
);
