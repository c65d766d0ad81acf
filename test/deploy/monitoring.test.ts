/** Alerts and dashboard name metrics that the server has, and keep to the forms of Prometheus and Grafana. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { prometheus } from "../../src/server/telemetry/prometheus.ts";
import { deployFolder } from "../helpers/deploy.ts";
import { alertCases } from "./alert-cases.ts";
import { alertRules } from "./alert-rules.ts";

const folder = join(deployFolder, "monitoring");
const watch = readFileSync(join(deployFolder, "../docs/watch.md"), "utf8");

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

const { panels } = dashboard.parse(
  JSON.parse(readFileSync(join(folder, "dashboard.json"), "utf8")),
);
const queries = [...watch.matchAll(/\| `([^`]*\b(?:increase|avg_over_time)\([^`]*)` +\|/g)].map(
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
    ...alertRules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...queries,
  ];
  expect(queries).toHaveLength(5);
  const named = expressions.flatMap(namesIn);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("each alert names a part of the runbook, which has ten", () => {
  const [, runbook = ""] = /\n## Runbook\n([^]*)/.exec(watch) ?? [];
  const parts = [...runbook.matchAll(/^### (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  expect(parts).toHaveLength(10);
  for (const { alert, annotations } of alertRules)
    expect([alert, parts]).toEqual([
      alert,
      expect.arrayContaining([annotations.runbook.replace("docs/watch.md#", "")]),
    ]);
});

test("each alert has a case in which it fires, and one in which it does not", () => {
  for (const { alert } of alertRules) {
    const cases = alertCases.filter((alertCase) => alertCase.alert === alert);
    expect([alert, cases.some(({ fires }) => fires), cases.some(({ fires }) => !fires)]).toEqual([
      alert,
      true,
      true,
    ]);
  }
});

test("panels do not overlap", () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w } }) =>
    Array.from({ length: w }, (_, column) => `${y} ${x + column}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
