/** Debian's browser, where it is installed. */
import { chromium, type Browser } from "playwright-core";
import { onTestFinished } from "vitest";
import { pathOf } from "./system.ts";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Closed when the test has finished. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: pathOf("chromium") ?? "", args });
  onTestFinished(() => browser.close());
  return browser;
}
