/** The axes along which reports and digests can grow. */
import { answersTo, renderReport } from "../../src/command/compose/report-run.ts";
import { argumentsOf } from "../../src/command/compose/report-answers.ts";
import { readRules } from "../../src/writing/digest/rules.ts";
import { readReportFile } from "../../src/writing/documents/report-file.ts";
import { monday } from "../../src/base/time/grains.ts";
import { LocalCalls, type Axis } from "./costs.ts";
import { sandboxApi } from "./sandbox-api.ts";

const report = (sentences: number): string =>
  [
    "---",
    "questions:",
    "  q: { network: facebook, metrics: [insights_views], period: 2026-10, compare_to: previous_period }",
    "---",
    ...Array.from({ length: sentences }, () => "{{ q.total.insights_views | sentence }}\n"),
  ].join("\n");

const rules = (count: number): string =>
  [
    "rules:",
    ...Array.from(
      { length: count },
      (_, at) =>
        `  rule-${at}: { network: facebook, metrics: [insights_views], period: last_week, compare_to: previous_period, where: ["insights_views:change_percent < -${at}"] }`,
    ),
  ].join("\n");

export const documentAxes: readonly Axis[] = [
  {
    name: "sentences of a report",
    sizes: [50, 100, 200, 400],
    grows: true,
    async prepare(size) {
      const calls = new LocalCalls(sandboxApi(20));
      const file = readReportFile(report(size), new Map());
      if (!("front" in file)) throw new Error(file.map(({ problem }) => problem).join("\n"));
      const answered = await answersTo(calls.caller, file, false);
      const options = { folder: "", weekStart: monday, format: "html", name: "report" } as const;
      const ask = async (): Promise<{ bytes: number }> => {
        const { content, errors } = await renderReport(file, answered, options);
        if (errors.length > 0) throw new Error(errors.map(({ problem }) => problem).join("\n"));
        return { bytes: content.length };
      };
      return { calls, ask };
    },
  },
  {
    name: "rules of a digest",
    sizes: [50, 100, 200, 400],
    grows: true,
    async prepare(size) {
      const ask = async (): Promise<{ bytes: number }> => {
        const read = readRules(rules(size), argumentsOf);
        if ("errors" in read) throw new Error(read.errors.map(({ problem }) => problem).join("\n"));
        return { bytes: read.length };
      };
      return { calls: new LocalCalls(sandboxApi(1)), ask };
    },
  },
];
