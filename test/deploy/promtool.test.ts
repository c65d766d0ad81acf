/** Prometheus accepts the alerts and its settings, and each alert fires when it must. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { deployFolder } from "../helpers/deploy.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { isMissing } from "../helpers/system.ts";
import { alertCases } from "./alert-cases.ts";
import { alertRules } from "./alert-rules.ts";

const monitoring = join(deployFolder, "monitoring");
const promtool = (words: string[], cwd = monitoring, input = ""): string =>
  execFileSync("promtool", words, { cwd, input, encoding: "utf8", stdio: "pipe" });

const text = readFileSync(join(monitoring, "alerts.yaml"), "utf8");

test.skipIf(isMissing("promtool"))(
  "promtool accepts the settings of Prometheus, which name the alerts",
  () => {
    expect(promtool(["check", "config", "prometheus.yaml"])).toMatch(/11 rules found/);
  },
);

/** The cases as a file of `promtool test rules`, beside the rules. */
function runCases(rules: string): string {
  const folder = temporaryFolder();
  cpSync(monitoring, folder, { recursive: true });
  writeFileSync(join(folder, "alerts.yaml"), rules);
  const tests = alertCases.map(({ alert, world, series, after, fires }) => {
    const { labels, annotations } = alertRules.find((rule) => rule.alert === alert) ?? {};
    const firing = { exp_labels: { ...labels, ...fires }, exp_annotations: annotations };
    return {
      name: `${alert}: ${world}`,
      interval: "1m",
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: `${after}m`,
          alertname: alert,
          exp_alerts: fires === undefined ? [] : [firing],
        },
      ],
    };
  });
  const file = { rule_files: ["alerts.yaml"], evaluation_interval: "1m", tests };
  writeFileSync(join(folder, "cases.yaml"), stringify(file));
  return promtool(["test", "rules", "cases.yaml"], folder);
}

test.skipIf(isMissing("promtool"))("each alert fires when it must, and only then", () => {
  expect(runCases(text)).toContain("SUCCESS");
  expect(() => runCases(text.replace(" or vector(0)", "")), "the cases find mistakes").toThrow(
    /NodeIsGone/,
  );
});
