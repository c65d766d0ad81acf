/** Several reports from one file: a row of variables for each, and what all of them need from one fetch. */
import { ourLimits } from "../catalog/limits.ts";
import type { Answer } from "../documents/answers.ts";
import { csvRows } from "../documents/events.ts";
import { metricsTools, textsIn, type ReportQuestion } from "../documents/questions.ts";
import { readReportFile, type ReportFile } from "../documents/report-file.ts";
import type { TextError } from "../documents/yaml.ts";
import { safeName } from "../exports/folder.ts";
import { inputError, required, ToolError } from "../errors/tool-error.ts";
import { ask, toolNamed, withProfiles } from "./report-answers.ts";
import { readText } from "./report-files.ts";
import { goalQuestions } from "./report-goals.ts";
import { questionsIn, sharedKey, type SharedPosts } from "./report-run.ts";
import type { ToolCaller } from "./tool-caller.ts";

export type Row = ReadonlyMap<string, string>;

/** The variables of each report. @throws ToolError */
export async function rowsOf(call: ToolCaller, each: string | undefined): Promise<readonly Row[]> {
  if (each === undefined) return [new Map()];
  const rows =
    each === "label"
      ? await call(toolNamed("list_profile_labels"), {}, async (reply, slice) => {
          const csv = await slice.run(reply.csv());
          return [...csv.cells(0, csv.rowCount)].map(([, name]) => ({ label: String(name) }));
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

/** The file of a row. Of several reports, each has a scope, and no rows of labels, which other clients can share. */
export function fileOf(
  path: string,
  source: string,
  variables: Row,
  isOfSeveral: boolean,
): ReportFile | { readonly errors: readonly TextError[] } {
  const file = readReportFile(source, variables);
  if (!("front" in file)) return { errors: file };
  if (!isOfSeveral) return file;
  const { scope = {} } = file.front;
  const wrong = (problem: string) => ({ errors: [{ line: 1, problem }] });
  if (Object.values(scope).every((list) => list === undefined))
    return wrong(`--each needs a scope in ${path}, such as scope: {labels: ["{{ label }}"]}`);
  const ofLabels = questionsIn(file).find(({ args, read }) =>
    /label/.test(
      JSON.stringify([args["dimensions"], read?.["group_by"]]).replace("post_labels", ""),
    ),
  );
  return ofLabels === undefined
    ? file
    : wrong(
        `the question ${ofLabels.name} has rows of labels, which name other clients: ask by profile`,
      );
}

/**
 * Fetches what all reports need together: the numbers of all scopes, so that the questions of each report are answered
 * from the cache, and the posts of all, of which each report has a piece.
 */
export async function askTogether(
  call: ToolCaller,
  files: readonly ReportFile[],
  isPartial: boolean,
): Promise<SharedPosts> {
  const shared = new Map<string, Answer>();
  // With --partial each report says itself what failed.
  const attempted = async (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      if (!isPartial || !(error instanceof ToolError)) throw error;
    });
  const answers: Answer[] = [];
  const askAll = async (questionsOf: (file: ReportFile) => ReportQuestion[]): Promise<void> => {
    const together = new Map<string, ReportQuestion[]>();
    for (const file of files)
      await attempted(async () => {
        for (const question of questionsOf(file)) {
          const scoped = await withProfiles(call, question);
          const key = sharedKey(scoped);
          together.set(key, [...(together.get(key) ?? []), scoped]);
        }
      });
    for (const [key, questions] of together)
      for (let first = 0; first < questions.length; first += mostTogether)
        await attempted(async () => {
          const { name, tool, args } = required(questions[0], "a question");
          const isOfMetrics = metricsTools.includes(tool);
          const some = isOfMetrics ? questions.slice(first, first + mostTogether) : questions;
          const listOf = (argument: string): object => {
            const texts = new Set(some.flatMap((one) => textsIn(one.args[argument])));
            return texts.size === 0 ? {} : { [argument]: [...texts] };
          };
          const all = { ...args, ...listOf("labels"), ...listOf("profiles") };
          const limit = ourLimits.postsPerAnswer;
          if (isOfMetrics) answers.push(await ask(call, { name, tool, args: all }));
          else if (first === 0)
            shared.set(key, await ask(call, { name, tool, args: { ...all, limit } }));
        });
  };
  await askAll(questionsIn);
  await askAll((file) => goalQuestions(file, answers));
  return shared;
}

/** The most labels per request. */
const mostTogether = 200;

/** A safe name of a file that no other report has. */
export function fileName(row: Row = new Map(), taken: Set<string>): string {
  const [first = "report"] = row.values();
  const plain = safeName(first.replaceAll(/[^\p{L}\p{N}]+/gu, "-"), "html");
  let name = plain;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}-${number}`;
  taken.add(name.toLowerCase());
  return name;
}
