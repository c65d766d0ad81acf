import * as z from "zod";
import { inputError } from "../src/base/errors/tool-error.ts";
import type { Saving } from "../src/answers/exports/saving.ts";
import type { MadeReport, ReportParts } from "../src/writing/documents/report.ts";
import type { Path, Tag } from "../src/writing/documents/text.ts";
import type { TextError } from "../src/writing/documents/yaml.ts";
import { defineTool, type Tool } from "../src/server/mcp/tool.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";
import type { ReplyServices } from "../src/answers/replies/services.ts";
import { some } from "../src/base/text/words.ts";

/** The ids of results that references begin with. */
const idsIn = (parts: readonly (string | Tag)[]): Set<string> =>
  new Set(
    parts
      .flatMap((part) => (typeof part === "string" ? [] : pathsOf(part)))
      .flatMap(({ steps: [first = ""] }) => (/^r[2-9A-Za-z]{8}$/.test(first) ? first : [])),
  );

const pathsOf = ({ head }: Tag): readonly Path[] =>
  head.values.length === 0 ? [head] : head.values.filter((value) => typeof value === "object");

export const saveReportTo = (saving: Saving): Tool =>
  defineTool({
    name: "save_report",
    title: "Save report",
    description:
      "Saves Markdown as a report; without name, returns it. Numbers are references: {{ rID.total.METRIC.now }}, {{ rID.total.METRIC | sentence }}, {{ rID | table }}, {{ rID | chart }}.",
    toolsets: ["metrics", "charts", "posts", "v2"],
    local: true,
    ...(saving.isFolder && { writes: true }),
    input: () =>
      z.strictObject({
        markdown: z.string().describe("The text."),
        format: z.enum(["html", "md"]).optional().describe("Of the file."),
        name: z.string().optional().describe("Without extension."),
      }),
    load,
    async run({ markdown, format = "html", name }, services, loaded) {
      const fileFormat = name === undefined ? "text" : format;
      const draft = { markdown, format: fileFormat, name: name ?? "report" } as const;
      const report = await reportOf(draft, services, loaded);
      const cautions = cautionsOf(report);
      if (name === undefined) {
        const { content } = report;
        return {
          content: { subject: "The report, which is not saved.", quoted: content, cautions },
          csv: csvOf({ text: content }),
        };
      }
      const text = await withPictures(report, saving, loaded);
      const { path, bytes } = await saving.save(name, format, [text]);
      const subject = `Saved ${path}: ${bytes} bytes.`;
      return {
        content: { subject, cautions: [saving.note, ...cautions] },
        csv: csvOf({ path, bytes }),
      };
    },
  });

const load = () =>
  Promise.all([
    import("../src/writing/documents/report.ts"),
    import("../src/writing/documents/output.ts"),
    import("../src/questions/networks/stored-answer.ts"),
    import("../src/writing/documents/text.ts"),
  ]);

type Modules = Awaited<ReturnType<typeof load>>;

interface Draft extends Pick<ReportParts, "format" | "name"> {
  readonly markdown: string;
}

/** @throws ToolError `invalid_input` for a text with errors. */
async function reportOf(
  { markdown, format, name }: Draft,
  { results, slice }: Pick<ReplyServices, "results" | "slice">,
  [{ makeReport }, , { storedAnswer }, { parseText }]: Modules,
): Promise<MadeReport> {
  if (/\{\{[^{}]{0,200}r[2-9A-Za-z]{8}~/.test(markdown))
    throw inputError(
      "references take ids of whole results, and one has the id of a piece",
      "Ask get_profile_metrics for the rows that the report shows, such as dimensions date.week.",
    );
  const answers = [];
  const { parts } = await slice.run(parseText(markdown));
  for (const id of idsIn(parts)) {
    const result = await results.get(id);
    const { fetched } = result;
    const answer = await slice.run(storedAnswer(result));
    answers.push({ ...answer, name: id, fullResult: result, fetched });
  }
  const report = await makeReport({
    file: { text: markdown, textLine: 0, values: new Map(), locale: "en" },
    answers,
    unanswered: [],
    goals: new Map(),
    events: { eventsOf: () => [], texts: [] },
    brand: {},
    format,
    name,
    slice,
  });
  if (report.errors.length > 0)
    throw inputError(
      `the report was not saved: ${some(report.errors.map(errorText), 10, "; ")}`,
      "Correct the references and call again.",
    );
  return report;
}

const cautionsOf = ({ loose, missing }: MadeReport) => [
  loose.digits.length > 0 &&
    `Written by hand, and not checked: ${some(loose.digits.map(errorText), 10, "; ")}.`,
  missing.length > 0 && `Written as –: ${some(missing, 10, "; ")}.`,
];

/** Saves the pictures of a report. Returns its text with their addresses. */
async function withPictures(
  { content, beside }: MadeReport,
  saving: Saving,
  [, { linkTo }]: Modules,
): Promise<string> {
  const links = new Map<string, string>();
  for (const file of beside) {
    const picture = await saving.picture(file.name.replace(/\.svg$/, ""), file.content);
    links.set(linkTo(file.name), saving.isFolder ? linkTo(picture) : picture);
  }
  return content.replaceAll(/(?<=\]\()[^()\s]{1,500}(?=\))/g, (link) => links.get(link) ?? link);
}

const csvOf = (cells: Readonly<Record<string, string | number>>) => () =>
  tableCsv({ columns: Object.keys(cells), rows: [Object.values(cells)] });

const errorText = ({ line, problem }: TextError): string => `line ${line}: ${problem}`;
