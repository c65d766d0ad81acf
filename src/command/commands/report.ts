/** Reports: a file of questions and a text, whose numbers are references. */
import { realpath } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { canDraw } from "../compose/png.ts";
import { checkWritable, writeBlocks } from "../compose/reply-files.ts";
import { frozenText, planOf, thawed } from "../compose/report-answers.ts";
import { eachProblem, fetchTogether, fileName, fileOf, rowsOf } from "../compose/report-each.ts";
import type { Row } from "../compose/report-each.ts";
import { readText } from "../compose/report-files.ts";
import { checkLoose, exitCodeOfReports, failed, write } from "../compose/report-outcomes.ts";
import { writeSummary, wrongFile, type Client, type Outcome } from "../compose/report-outcomes.ts";
import { answersTo, questionsIn, renderReport, type RunOptions } from "../compose/report-run.ts";
import { unknownInScope, viewOfReports } from "../compose/report-scope.ts";
import { processServices } from "../compose/services.ts";
import { toolCaller, type ToolCaller } from "../compose/tool-caller.ts";
import { briefly } from "../../suite/connection/call-context.ts";
import type { Lists } from "../../suite/connection/lists.ts";
import { viewWithin } from "../../suite/connection/scope.ts";
import { languageNames } from "../../writing/documents/formats.ts";
import type { ReportFile } from "../../writing/documents/report-file.ts";
import type { TextError } from "../../writing/documents/yaml.ts";
import { defineCommand } from "../terminal/command.ts";
import {
  kindOf,
  oneOf,
  optional,
  repeatable,
  text,
  toggle,
  UsageError,
  type Values,
} from "../terminal/flags.ts";
import { print } from "../terminal/output.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "../terminal/shared-flags.ts";

const setting = kindOf("name=value", "name=value", (assignment) => {
  const [, name, value] = /^(\w+)=([^]*)$/.exec(assignment) ?? [];
  return name === undefined || value === undefined ? undefined : ([name, value] as const);
});

const formats = { ".md": "md", ".html": "html", ".eml": "mail" } as const;
type Ending = keyof typeof formats;
const endings: readonly Ending[] = [".md", ".html", ".eml"];

const flags = {
  out: optional(
    text("FILE|DIR"),
    "write the report, .md, .html or .eml (default: Markdown on stdout)",
  ),
  set: repeatable(setting, "a value for {{ name }} in the file"),
  each: optional(text("FILE.csv|label"), "one report for each row, or for each label of profiles"),
  format: optional(
    oneOf("FORMAT", ["html", "eml", "md"] as const),
    "of the reports of --each (default: html)",
  ),
  summary: optional(text("FILE"), "write a CSV with the state of each report"),
  language: optional(oneOf("LANGUAGE", languageNames), "language of sentences and dates"),
  partial: toggle("mark a question that fails, and go on"),
  strict: toggle("reject digits that are written by hand, and numbers within words"),
  plan: toggle("print what the questions would cost"),
  freeze: optional(text("FILE"), "store the answers in this file"),
  from: optional(text("FILE"), "render the answers of this file"),
  ...connectionFlags,
  ...callFlags,
};

type Flags = Values<typeof flags>;

export const command = defineCommand({
  name: "report",
  summary: "render a report from a file of questions and a text",
  examples: [
    "weekly.md --sandbox",
    "weekly.md --out weekly.html --set client=Acme",
    "weekly.md --each label --out reports --summary sent.csv",
  ],
  usage: ["FILE"],
  flags,
  async run(input) {
    const { values } = input;
    const [path] = input.words;
    if (path === undefined) throw new UsageError("report takes FILE");
    const ending = checkFlags(values);
    const format: RunOptions["format"] = ending === undefined ? "text" : formats[ending];
    const hasParts = format === "mail" && (await canDraw());
    const source = await sourceOf(path, values);
    const settings = { ...readConnection(input), ...readCalls(values) };
    if (values.from !== undefined && settings.labels.length > 0)
      throw new UsageError(
        "--from renders stored answers, which --labels cannot limit: leave it out",
      );
    const shared = processServices(settings);
    const callIn = (files: readonly ReportFile[]): Promise<ToolCaller> =>
      toolCaller(settings, input.environment, shared, viewOfReports(files));
    const rows = await rowsOf(await callIn([]), values.each);
    const files = filesOf(path, source, rows, values);
    if (values.from === undefined) {
      const view = viewWithin([settings.labels]);
      const context = { ...briefly(settings.deadlineSeconds), view };
      const { lists } = (await shared.connectionOf()()).forCall(context);
      await checkScopes(lists, files, path, values);
      if (values.plan) return print((await plansOf(await callIn(files), files)).join("\n"));
      if (values.each !== undefined) await fetchTogether(await callIn(files), files);
    }
    const { weekStartsOn: weekStart } = settings.settings;
    const run = { path, values, callIn, weekStart, format, hasParts };
    const outcomes = await outcomesOf(run, rows, files, ending);
    if (values.summary !== undefined) await writeSummary(values.summary, outcomes);
    process.exitCode = exitCodeOfReports(outcomes);
  },
});

/** The text of the file. @throws UsageError for flags that do not fit it, and for files that cannot be written. */
async function sourceOf(path: string, values: Flags): Promise<string> {
  const { each, out, freeze, summary, set } = values;
  const source = await readText(path);
  await checkDistinct([path, out, freeze, summary]);
  for (const file of [each === undefined ? out : undefined, freeze, summary])
    if (file !== undefined) await checkWritable(file);
  const named = new Set(Array.from(source.matchAll(/\{\{\s*(\w+)/g), ([, name]) => name));
  const unused = set.find(([name]) => !named.has(name));
  if (unused !== undefined) throw new UsageError(`${path} has no {{ ${unused[0]} }} for --set`);
  return source;
}

/** The files of the rows. @throws UsageError for errors in them. */
function filesOf(
  path: string,
  source: string,
  rows: readonly Row[],
  { each, set: assignments }: Flags,
): readonly ReportFile[] {
  const set = new Map(assignments);
  const problem = each === undefined ? undefined : eachProblem(source, rows[0] ?? new Map(), set);
  const read = problem ? [problem] : rows.map((row) => fileOf(source, row, set));
  const wrong = read.flatMap((file) => ("errors" in file ? file.errors : []));
  if (wrong.length > 0) throw wrongFile(path, wrong);
  return read.filter((file) => "front" in file);
}

/** @throws UsageError for scopes that name what the account does not have. */
async function checkScopes(
  lists: Lists,
  files: readonly ReportFile[],
  path: string,
  { each }: Flags,
): Promise<void> {
  const errors: TextError[] = [];
  for (const [at, file] of files.entries())
    for (const problem of await unknownInScope(lists, file))
      errors.push({ line: each === undefined ? 1 : at + 2, problem });
  if (errors.length > 0) throw wrongFile(each ?? path, errors);
}

/** Settings and services that all reports of a run share. */
interface Run extends Pick<RunOptions, "weekStart" | "format" | "hasParts"> {
  readonly path: string;
  readonly values: Flags;
  readonly callIn: (files: readonly ReportFile[]) => Promise<ToolCaller>;
}

/** Makes the reports, and writes them. Of several, one that fails does not stop the others. */
async function outcomesOf(
  run: Run,
  rows: readonly Row[],
  files: readonly ReportFile[],
  ending: Ending | undefined,
): Promise<Outcome[]> {
  const { each, out } = run.values;
  const outcomes: Outcome[] = [];
  const taken = new Set<string>();
  for (const [at, file] of files.entries()) {
    const client =
      each === undefined ? { name: run.path, out } : clientOf(rows[at], out, ending, taken);
    const outcome = outcomeOf(run, client, file).catch((error: unknown) => {
      if (each === undefined) throw error;
      return failed(client, error);
    });
    outcomes.push(await outcome);
  }
  return outcomes;
}

async function outcomeOf(
  { path, values, callIn, ...form }: Run,
  client: Client,
  file: ReportFile,
): Promise<Outcome> {
  const { from, freeze, language } = values;
  const answered =
    from === undefined
      ? await answersTo(await callIn([file]), file, values.partial)
      : await thawed(await readText(from), from, file);
  const name = basename(client.out ?? path, extname(client.out ?? path));
  const options = { ...form, folder: dirname(resolve(path)), name, language };
  const report = await renderReport(file, answered, options);
  if (report.errors.length > 0) throw wrongFile(path, report.errors);
  checkLoose(path, report, values.strict);
  const outcome = await write(client, report);
  if (freeze !== undefined)
    await writeBlocks(freeze, [frozenText(file, questionsIn(file), answered)]);
  return outcome;
}

/** The column `address` is of a mail. */
function clientOf(
  row: Row = new Map(),
  folder = "",
  ending: Ending | undefined,
  taken: Set<string>,
): Client {
  const [name = ""] = row.values();
  const out = join(folder, `${fileName(name, taken)}${ending}`);
  return { name, out, address: row.get("address") };
}

/** @returns the ending of the reports; undefined for stdout. @throws UsageError for flags that exclude each other. */
function checkFlags(values: Flags): Ending | undefined {
  const { each, freeze, from, partial, out, format } = values;
  if (each !== undefined && (freeze ?? from) !== undefined)
    throw new UsageError("--freeze and --from are for one report, and --each makes several");
  if (freeze !== undefined && partial)
    throw new UsageError("--freeze stores complete answers: leave --partial out");
  if (freeze !== undefined && from !== undefined)
    throw new UsageError("--from renders answers that are stored already: leave --freeze out");
  if (each !== undefined && out === undefined) throw new UsageError("--each needs --out DIR");
  if (each === undefined && format !== undefined)
    throw new UsageError("--format is of --each; the ending of --out is that of one report");
  if (each !== undefined) return `.${format ?? "html"}`;
  if (out === undefined) return undefined;
  const ending = endings.find((suffix) => suffix === extname(out));
  if (ending === undefined) throw new UsageError("--out is a file .md, .html or .eml");
  return ending;
}

/** @throws UsageError for files of which one would replace another. */
async function checkDistinct(files: readonly (string | undefined)[]): Promise<void> {
  const fileNames = files.filter((file) => file !== undefined);
  const paths = await Promise.all(
    fileNames.map((file) => realpath(file).catch(() => resolve(file))),
  );
  const twice = fileNames.find((_, at) => paths.indexOf(paths[at] ?? "") < at);
  if (twice !== undefined) throw new UsageError(`${twice} is another file of this report too`);
}

/** Each plan once. */
async function plansOf(call: ToolCaller, files: readonly ReportFile[]): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files)
    for (const question of questionsIn(file)) lines.push(await planOf(call, question));
  const goals = Math.max(...files.map(({ front }) => Object.keys(front.goals).length));
  if (goals > 0) lines.push(`Goals: a question more for each of ${goals}.`);
  return [...new Set(lines)];
}
