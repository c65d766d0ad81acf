import * as z from "zod";
import { inputError } from "../src/errors/tool-error.ts";
import type { Saving } from "../src/exports/saving.ts";
import { defineTool, type Tool } from "../src/mcp/tool.ts";
import { tableCsv } from "../src/replies/csv.ts";
import { some } from "../src/text/words.ts";

/** The ids of results that references begin with. */
const idsIn = (markdown: string): Set<string> =>
  new Set(
    Array.from(markdown.matchAll(/\{[{%][^{}]*/g), ([tag]) =>
      Array.from(tag.matchAll(/(?<![.\w"'])r[2-9A-Za-z]{8}(?=[.\s|[%]|$)/g), ([id]) => id),
    ).flat(),
  );

export const saveReportTo = (saving: Saving): Tool =>
  defineTool({
    name: "save_report",
    title: "Save report",
    description:
      "Saves Markdown as a report. Its numbers are references to results: {{ rID.total.METRIC.now }}, {{ rID.total.METRIC | moved }}, {{ rID | table }}, {{ rID | chart }}; errors name others.",
    toolsets: ["metrics", "charts", "posts", "v2"],
    local: true,
    ...(saving.isFolder && { writes: true }),
    input: () =>
      z.strictObject({
        markdown: z.string(),
        format: z.enum(["html", "md"]),
        name: z.string().optional(),
      }),
    load: () =>
      Promise.all([
        import("../src/documents/report.ts"),
        import("../src/documents/output.ts"),
        import("../src/networks/stored-answer.ts"),
      ]),
    async run(
      { markdown, format, name = "report" },
      { results, slice },
      [{ makeReport }, { linkTo }, { storedAnswer }],
    ) {
      if (/\{[{%][^{}]*r[2-9A-Za-z]{8}~/.test(markdown))
        throw inputError(
          "references take ids of whole results, and one has the id of a piece",
          "Ask get_profile_metrics for the rows that the report shows, such as dimensions date.week.",
        );
      const answers = [];
      for (const id of idsIn(markdown)) {
        const whole = await results.get(id);
        const { fetched } = whole;
        answers.push({
          ...(await slice.run(storedAnswer(whole))),
          name: id,
          whole,
          fetched,
        });
      }
      const { content, beside, errors, naked, missing } = await makeReport({
        file: { text: markdown, textLine: 0, values: new Map(), locale: "en" },
        answers,
        unanswered: [],
        goals: new Map(),
        events: { textOf: () => "" },
        brand: {},
        format,
        name,
        slice,
      });
      if (errors.length > 0)
        throw inputError(
          `the report was not saved: ${some(
            errors.map(({ line, problem }) => `line ${line}: ${problem}`),
            10,
            "; ",
          )}`,
          "Correct the references and call again.",
        );
      const links = new Map<string, string>();
      for (const file of beside) {
        const picture = await saving.picture(file.name.replace(/\.svg$/, ""), file.content);
        links.set(linkTo(file.name), saving.isFolder ? linkTo(picture) : picture);
      }
      const text = content.replaceAll(
        /(?<=\]\()[^()\s]+(?=\))/g,
        (link) => links.get(link) ?? link,
      );
      const { path, bytes } = await saving.save(name, format, [text]);
      const cells = { path, bytes };
      return {
        content: {
          subject: `Saved ${path}: ${bytes} bytes.`,
          cautions: [
            saving.note,
            naked.length > 0 &&
              `Written by hand, and not checked: ${some(
                naked.map(({ problem }) => problem),
                10,
                "; ",
              )}.`,
            missing.length > 0 && `Written as –: ${some(missing, 10, "; ")}.`,
          ],
        },
        csv: () => tableCsv({ columns: Object.keys(cells), rows: [Object.values(cells)] }),
      };
    },
  });
