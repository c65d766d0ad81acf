/** Several reports from one file: a row of variables for each, and what all of them need from one fetch. */
import type { Answer } from "../../writing/documents/answers.ts";
import { csvRows } from "../../writing/documents/events.ts";
import { chosenIn, metricsTools, type ReportQuestion } from "../../writing/documents/questions.ts";
import { readReportFile, type ReportFile } from "../../writing/documents/report-file.ts";
import type { TextError } from "../../writing/documents/yaml.ts";
import { safeName } from "../../answers/exports/folder.ts";
import { inputError, ToolError } from "../../base/errors/tool-error.ts";
import { ask, toolNamed } from "./report-answers.ts";
import { readText } from "./report-files.ts";
import { goalQuestions } from "./report-goals.ts";
import { questionsIn } from "./report-run.ts";
import type { ToolCaller } from "./tool-caller.ts";

export type Row = ReadonlyMap<string, string>;

/** The variable that holds the id of a label: labels can share a name, and one can have the id of another as its name. */
const idOfLabel = "label id";

/** The variables of each report. @throws ToolError */
export async function rowsOf(call: ToolCaller, each: string | undefined): Promise<readonly Row[]> {
  if (each === undefined) return [new Map()];
  const rows =
    each === "label"
      ? await call(toolNamed("list_profile_labels"), {}, async (reply, slice) => {
          const csv = await slice.run(reply.csv());
          return [...csv.cells(0, csv.rowCount)].map(([id, name]) => ({
            label: String(name),
            [idOfLabel]: String(id),
          }));
        })
      : csvRows(await readText(each), each);
  for (const [at, row] of rows.entries())
    for (const [name, value] of Object.entries(row))
      if (value === "")
        throw inputError(
          `${each}, row ${at + 1}: ${name} is empty`,
          "Fill the cell: an empty one would ask for everything.",
        );
  if (rows.length === 0) throw inputError(`${each} has no rows`, "A report is made for each row.");
  return rows.map((row) => new Map(Object.entries(row)));
}

type Wrong = { readonly errors: readonly TextError[] };

const wrong = (problem: string): Wrong => ({ errors: [{ line: 1, problem }] });

/** The file of a row, with the values that are set. */
export function fileOf(source: string, row: Row, set: Row): ReportFile | Wrong {
  const file = readReportFile(source, new Map([...row, ...set]));
  if (!("front" in file)) return { errors: file };
  const id = row.get(idOfLabel);
  const { scope } = file.front;
  if (id === undefined || scope === undefined) return file;
  const byId = (list: readonly string[] | undefined): string[] | undefined =>
    list?.map((text) => (text === row.get("label") ? id : text));
  const { labels, labels_all: labelsAll, labels_not: not } = scope;
  return {
    ...file,
    pages: { ...scope, labels: byId(labels), labels_all: byId(labelsAll), labels_not: byId(not) },
  };
}

/**
 * Why a file cannot be rendered for each client: its scope does not name the client, or a question asks for rows of
 * labels, which would name other clients.
 */
export function eachProblem(source: string, row: Row, set: Row): Wrong | undefined {
  // The columns stand for themselves.
  const unfilled = Array.from(row.keys(), (name) => [name, `{{ ${name} }}`] as const);
  const file = fileOf(source, new Map(unfilled), set);
  if (!("front" in file)) return undefined;
  const { labels = [], labels_all: labelsAll = [], profiles = [] } = file.front.scope ?? {};
  const hasColumn = (text: string): boolean => unfilled.some(([, column]) => text.includes(column));
  const haveColumns = (list: readonly string[]): boolean =>
    list.length > 0 && list.every(hasColumn);
  const [column = "label"] = row.keys();
  if (!haveColumns(labels) && !haveColumns(profiles) && !labelsAll.some(hasColumn))
    return wrong(
      `--each needs a scope that names the client in labels or profiles, such as scope: {labels: ["{{ ${column} }}"]}`,
    );
  const ofLabels = questionsIn(file).find(({ args, read }) =>
    /label/.test(
      JSON.stringify([args["dimensions"], read?.["group_by"]]).replace("post_labels", ""),
    ),
  );
  return (
    ofLabels &&
    wrong(
      `the question ${ofLabels.name} has rows of labels, which name other clients: ask by profile`,
    )
  );
}

/**
 * Fetches the numbers that all reports need together, so that the questions of each report are answered from the cache.
 * @param call sees the pages of all reports.
 */
export async function fetchTogether(call: ToolCaller, files: readonly ReportFile[]): Promise<void> {
  const answers: Answer[] = [];
  const fetchAll = async (questions: readonly ReportQuestion[]): Promise<void> => {
    const together = new Map<string, ReportQuestion>();
    for (const question of questions.filter(({ tool }) => metricsTools.includes(tool))) {
      const { name, args } = question;
      const chosen = chosenIn(args);
      const rest = Object.fromEntries(
        Object.entries(args).filter(([argument]) => !(argument in chosen)),
      );
      const key = JSON.stringify([name, rest]);
      const known = together.get(key);
      const isSame =
        known === undefined || JSON.stringify(chosenIn(known.args)) === JSON.stringify(chosen);
      together.set(key, isSame ? question : { ...question, args: rest });
    }
    for (const { name, tool, args } of together.values())
      // Each report says itself what failed.
      await ask(call, { name, tool, args }).then(
        (answer) => answers.push(answer),
        (error: unknown) => {
          if (!(error instanceof ToolError)) throw error;
          if (error.code === "too_many_requests_needed") throw error;
        },
      );
  };
  await fetchAll(files.flatMap(questionsIn));
  await fetchAll(files.flatMap((file) => goalQuestions(file, answers)));
}

/** A safe name of a file that no other report has. */
export function fileName(client: string, taken: Set<string>): string {
  const plain = safeName(client.replaceAll(/[^\p{L}\p{N}]+/gu, "-"), "html");
  let name = plain;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}-${number}`;
  taken.add(name.toLowerCase());
  return name;
}
