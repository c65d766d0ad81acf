import * as z from "zod";
import { inputError } from "../src/errors/tool-error.ts";
import type { Saving } from "../src/exports/saving.ts";
import type { Path, Tag } from "../src/documents/text.ts";
import type { TextError } from "../src/documents/yaml.ts";
import { defineTool, type Tool } from "../src/mcp/tool.ts";
import { tableCsv } from "../src/replies/csv.ts";
import { some } from "../src/text/words.ts";

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
    load: () =>
      Promise.all([
        import("../src/documents/report.ts"),
        import("../src/documents/output.ts"),
        import("../src/networks/stored-answer.ts"),
        import("../src/documents/text.ts"),
      ]),
    async run(
      { markdown, format = "html", name },
      { results, slice },
      [{ makeReport }, { linkTo }, { storedAnswer }, { parseText }],
    ) {
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
        answers.push({
          ...(await slice.run(storedAnswer(result))),
          name: id,
          fullResult: result,
          fetched,
        });
      }
      const { content, beside, errors, loose, missing } = await makeReport({
        file: { text: markdown, textLine: 0, values: new Map(), locale: "en" },
        answers,
        unanswered: [],
        goals: new Map(),
        events: { eventsOf: () => [], texts: [] },
        brand: {},
        format: name === undefined ? "text" : format,
        name: name ?? "report",
        slice,
      });
      if (errors.length > 0)
        throw inputError(
          `the report was not saved: ${some(errors.map(errorText), 10, "; ")}`,
          "Correct the references and call again.",
        );
      const cautions = [
        loose.digits.length > 0 &&
          `Written by hand, and not checked: ${some(loose.digits.map(errorText), 10, "; ")}.`,
        missing.length > 0 && `Written as –: ${some(missing, 10, "; ")}.`,
      ];
      if (name === undefined) {
        const cells = { text: content };
        return {
          content: { subject: "The report, which is not saved.", quoted: content, cautions },
          csv: csvOf(cells),
        };
      }
      const links = new Map<string, string>();
      for (const file of beside) {
        const picture = await saving.picture(file.name.replace(/\.svg$/, ""), file.content);
        links.set(linkTo(file.name), saving.isFolder ? linkTo(picture) : picture);
      }
      const text = content.replaceAll(
        /(?<=\]\()[^()\s]{1,500}(?=\))/g,
        (link) => links.get(link) ?? link,
      );
      const { path, bytes } = await saving.save(name, format, [text]);
      const subject = `Saved ${path}: ${bytes} bytes.`;
      return {
        content: { subject, cautions: [saving.note, ...cautions] },
        csv: csvOf({ path, bytes }),
      };
    },
  });

const csvOf = (cells: Readonly<Record<string, string | number>>) => () =>
  tableCsv({ columns: Object.keys(cells), rows: [Object.values(cells)] });

const errorText = ({ line, problem }: TextError): string => `line ${line}: ${problem}`;
