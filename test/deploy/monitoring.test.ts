/** Alerts and dashboard name metrics that the server has, and keep to the forms of Prometheus and Grafana. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { prometheus } from "../../src/telemetry/prometheus.ts";
import { deployFolder } from "../helpers/deploy.ts";

const folder = join(deployFolder, "monitoring");
const operate = readFileSync(join(deployFolder, "../docs/operate.md"), "utf8");

const alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({
            summary: z.string().regex(/^[A-Z].*\.$/),
            runbook: z.string(),
          }),
        }),
      ),
    }),
  ),
});

const panel = z.looseObject({
  id: z.int(),
  type: z.literal("timeseries"),
  title: z.string(),
  gridPos: z.strictObject({ h: z.int(), w: z.int().max(24), x: z.int().max(23), y: z.int() }),
  targets: z
    .array(z.strictObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() }))
    .min(1),
});
const dashboard = z.looseObject({
  title: z.string(),
  uid: z.string().max(40),
  schemaVersion: z.int(),
  panels: z.array(panel),
});

const rules = alerts
  .parse(parse(readFileSync(join(folder, "alerts.yaml"), "utf8")))
  .groups.flatMap((group) => group.rules);
const { panels } = dashboard.parse(
  JSON.parse(readFileSync(join(folder, "dashboard.json"), "utf8")),
);
const queries = [...operate.matchAll(/\| `([^`]*\b(?:increase|avg_over_time)\([^`]*)` +\|/g)].map(
  ([, query = ""]) => query.replaceAll("\\|", "|"),
);

/** The names of metrics in an expression, without the suffixes of histograms. */
const namesIn = (expression: string): string[] =>
  (expression.match(/\b(?:mcp|social_analytics|process|nodejs)_\w+/g) ?? []).map((name) =>
    name.replace(/_(bucket|count|sum)$/, ""),
  );

test("each metric of an alert, a panel or an objective is one that the server has", async () => {
  const listener = prometheus("tcp");
  listener.started?.({
    event: "started",
    version: "1",
    transport: "http",
    settings: "",
    usesRedis: true,
  });
  const known = new Set((await listener.registry.getMetricsAsJSON()).map(({ name }) => name));
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...queries,
  ];
  expect(queries).toHaveLength(5);
  const named = expressions.flatMap(namesIn);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("each alert names a part of the runbook, which has ten", () => {
  const [, runbook = ""] = /\n## Runbook\n([^]*?)\n## /.exec(operate) ?? [];
  const parts = [...runbook.matchAll(/^### (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  expect(parts).toHaveLength(10);
  for (const { alert, annotations } of rules)
    expect([alert, parts]).toEqual([
      alert,
      expect.arrayContaining([annotations.runbook.replace("docs/operate.md#", "")]),
    ]);
});

test("panels do not overlap", () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w } }) =>
    Array.from({ length: w }, (_, column) => `${y} ${x + column}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
