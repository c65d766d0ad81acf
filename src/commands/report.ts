/** Reports: a file of questions and a text, whose numbers are references. */
import { mkdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { checkWritable, writeBlocks } from "../compose/reply-files.ts";
import { ask, planOf, thawed, frozenText, toolNamed } from "../compose/report-answers.ts";
import {
  folderOf,
  questionsIn,
  readText,
  runReport,
  sharedKey,
  type Run,
  type RunOptions,
  type SharedPosts,
} from "../compose/report-run.ts";
import { toolCaller, type ToolCaller } from "../compose/tool-caller.ts";
import type { Answer } from "../documents/answers.ts";
import { csvRows } from "../documents/events.ts";
import { metricsTools, textsIn, type ReportQuestion } from "../documents/questions.ts";
import { ourLimits } from "../catalog/limits.ts";
import { readReportFile, type ReportFile } from "../documents/report-file.ts";
import type { TextError } from "../documents/template.ts";
import { inputError, required } from "../errors/tool-error.ts";
import { defineCommand } from "../terminal/command.ts";
import { kindOf, optional, repeatable, text, toggle, UsageError } from "../terminal/flags.ts";
import { complain, print } from "../terminal/output.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "../terminal/shared-flags.ts";
import { plural } from "../text/words.ts";

const setting = kindOf("name=value", "name=value", (given) => {
  const [, name, value] = /^(\w+)=([^]*)$/.exec(given) ?? [];
  return name === undefined || value === undefined ? undefined : ([name, value] as const);
});

const formats = { ".md": "md", ".html": "html" } as const;

export const command = defineCommand({
  name: "report",
  summary: "render a report from a file of questions and a text",
  examples: [
    "weekly.md --sandbox",
    "weekly.md --out weekly.html --set client=Acme",
    "weekly.md --each label --out reports",
  ],
  usage: ["FILE"],
  flags: {
    out: optional(text("FILE|DIR"), "write the report, .md or .html (default: Markdown on stdout)"),
    set: repeatable(setting, "a value for {{ name }} in the file"),
    each: optional(
      text("FILE.csv|label"),
      "one report for each row, or for each label of profiles",
    ),
    partial: toggle("mark a question that fails, and go on"),
    strict: toggle("reject numbers that no reference stands for"),
    lenient: toggle("only warn of numbers of the comment that are not in the answers"),
    plan: toggle("print what the questions would cost, and send nothing"),
    freeze: optional(text("FILE"), "store the answers in this file"),
    from: optional(text("FILE"), "render the answers of this file"),
    ...connectionFlags,
    ...callFlags,
  },
  async run(input) {
    const { values } = input;
    const [path] = input.words;
    if (path === undefined) throw new UsageError("report takes FILE");
    if (values.each !== undefined && (values.freeze ?? values.from) !== undefined)
      throw new UsageError("--each makes several reports, and --freeze and --from are of one");
    if (values.each !== undefined && values.out === undefined)
      throw new UsageError("--each needs --out DIR");
    const isOfSeveral = values.each !== undefined;
    const ending = values.out === undefined ? ".md" : isOfSeveral ? ".html" : extname(values.out);
    const format = Object.entries(formats).find(([one]) => one === ending)?.[1];
    if (format === undefined) throw new UsageError("--out is a file .md or .html");
    const settings = { ...readConnection(input), ...readCalls(values) };
    const source = await readText(path);
    for (const file of [isOfSeveral ? undefined : values.out, values.freeze])
      if (file !== undefined) await checkWritable(file);
    const call = await toolCaller(settings, input.environment);
    const rows = await rowsOf(call, values.each);
    const files = rows.map((row) =>
      fileOf(path, source, new Map([...row, ...values.set]), isOfSeveral),
    );
    const wrong = files.flatMap((file) => ("errors" in file ? file.errors : []));
    if (wrong.length > 0) return fail(path, wrong);
    const read = files.filter((file): file is ReportFile => "front" in file);
    if (values.plan) return print((await plansOf(call, read)).join("\n"));
    const shared = isOfSeveral ? await askTogether(call, read) : undefined;
    const answers =
      values.from === undefined
        ? undefined
        : await thawed(await readText(values.from), values.from);
    const runs: { readonly run: Run; readonly name: string }[] = [];
    const taken = new Set<string>();
    for (const [at, file] of read.entries()) {
      const name = isOfSeveral
        ? fileName(rows[at] ?? new Map(), taken)
        : basename(values.out ?? path, extname(values.out ?? path));
      const options: RunOptions = {
        folder: folderOf(path),
        weekStart: settings.settings.weekStartsOn,
        isPartial: values.partial,
        answers,
        shared,
        format: values.out === undefined ? "text" : format,
        name,
      };
      runs.push({ run: await runReport(call, file, options), name });
    }
    const errors = runs.flatMap(({ run }) => errorsOf(run, values));
    if (errors.length > 0) return fail(path, errors);
    for (const { run, name } of runs) {
      const folder = isOfSeveral ? values.out : values.out && folderOf(values.out);
      await write(run, folder, `${name}${ending}`);
    }
    const [first] = runs;
    if (values.freeze !== undefined && first !== undefined)
      await writeBlocks(values.freeze, [frozenText(first.run.questions, first.run.answers)]);
    const missing = runs.flatMap(({ run }) => run.missing);
    if (missing.length === 0) return;
    complain(`Not there, and written as –: ${[...new Set(missing)].slice(0, 10).join("; ")}`);
    process.exitCode = 3;
  },
});

type Row = ReadonlyMap<string, string>;

/** The variables of each report. @throws ToolError */
async function rowsOf(call: ToolCaller, each: string | undefined): Promise<readonly Row[]> {
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

function fileOf(
  path: string,
  source: string,
  variables: Row,
  isOfSeveral: boolean,
): ReportFile | { readonly errors: readonly TextError[] } {
  const file = readReportFile(source, variables);
  if (!("front" in file)) return { errors: file };
  const hasScope = Object.values(file.front.scope ?? {}).some((list) => list !== undefined);
  if (!isOfSeveral || hasScope) return file;
  return {
    errors: [
      {
        line: 1,
        problem: `--each needs a scope in ${path}, such as scope: {labels: ["{{ label }}"]}`,
      },
    ],
  };
}

/** Each plan once. */
async function plansOf(call: ToolCaller, files: readonly ReportFile[]): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files)
    for (const question of await questionsIn(call, file)) lines.push(await planOf(call, question));
  return [...new Set(lines)];
}

/**
 * Fetches what all reports need together: the numbers of all scopes, so that the questions of each report are answered
 * from the cache, and the posts of all, of which each report has a piece.
 */
async function askTogether(call: ToolCaller, files: readonly ReportFile[]): Promise<SharedPosts> {
  const together = new Map<string, ReportQuestion[]>();
  for (const file of files)
    for (const question of await questionsIn(call, file)) {
      const key = sharedKey(question);
      together.set(key, [...(together.get(key) ?? []), question]);
    }
  const shared = new Map<string, Answer>();
  for (const [key, questions] of together) {
    const { name, tool, args } = required(questions[0], "a question");
    const listOf = (argument: string): object => {
      const texts = new Set(questions.flatMap((one) => textsIn(one.args[argument])));
      return texts.size === 0 ? {} : { [argument]: [...texts] };
    };
    const all = { ...args, ...listOf("labels"), ...listOf("profiles") };
    const isOfMetrics = metricsTools.includes(tool);
    const limit = ourLimits.postsPerAnswer;
    const answer = await ask(call, { name, tool, args: isOfMetrics ? all : { ...all, limit } });
    if (!isOfMetrics) shared.set(key, answer);
  }
  return shared;
}

/** Errors of the text, and with the flags what is otherwise a warning. */
function errorsOf(
  { errors, comment, naked }: Run,
  { strict, lenient }: { strict: boolean; lenient: boolean },
): TextError[] {
  const asError = ({ problem, text: line }: Run["naked"][number]): TextError => ({
    line: 0,
    problem: `${problem}, in ${JSON.stringify(line.slice(0, 120))}`,
  });
  const warnings = [...(strict ? [] : naked), ...(lenient ? comment : [])].map(asError);
  for (const { problem } of warnings) complain(`Warning: ${problem}`);
  return [
    ...errors,
    ...(lenient ? [] : comment).map(asError),
    ...(strict ? naked : []).map(asError),
  ];
}

function fail(path: string, errors: readonly TextError[]): void {
  const lines = errors.map(
    ({ line, problem }) => `${path}${line === 0 ? "" : `:${line}`}: ${problem}`,
  );
  complain([...new Set(lines)].join("\n"));
  complain(`${plural(new Set(lines).size, "error")}: nothing was written.`);
  process.exitCode = 2;
}

async function write(
  { content, beside }: Run,
  folder: string | undefined,
  name: string,
): Promise<void> {
  if (folder === undefined) return print(content.trimEnd());
  await mkdir(folder, { recursive: true });
  await writeBlocks(join(folder, name), [content]);
  for (const file of beside) await writeBlocks(join(folder, file.name), [file.content]);
  complain(`Written: ${join(folder, name)}`);
}

/** A safe name of a file that no other report has. */
function fileName(row: Row, taken: Set<string>): string {
  const [first = "report"] = row.values();
  const plain =
    first
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 80) || "report";
  let name = plain;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}-${number}`;
  taken.add(name.toLowerCase());
  return name;
}
