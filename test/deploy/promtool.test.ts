/** Prometheus accepts the alerts. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deployFolder } from "../helpers/deploy.ts";
import { isMissing } from "../helpers/system.ts";

test.skipIf(isMissing("promtool"))("promtool accepts the alerts, and finds mistakes", () => {
  const check = (input: string): string =>
    execFileSync("promtool", ["check", "rules"], { input, encoding: "utf8", stdio: "pipe" });
  const text = readFileSync(join(deployFolder, "monitoring/alerts.yaml"), "utf8");
  expect(check(text)).toContain("SUCCESS");
  expect(() => check(text.replace("sum(rate(", "sum(rate(("))).toThrow(/parse error|failed/i);
});
