import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "social-analytics-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
