/** Reports: a file of questions and a text, whose numbers are references. */
import { mkdir } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { checkWritable, writeBlocks } from "../compose/reply-files.ts";
import { frozenText, planOf, thawed } from "../compose/report-answers.ts";
import { askTogether, fileName, fileOf, rowsOf } from "../compose/report-each.ts";
import { readText } from "../compose/report-files.ts";
import { questionsIn, runReport, type Run } from "../compose/report-run.ts";
import { toolCaller, type ToolCaller } from "../compose/tool-caller.ts";
import type { Beside } from "../documents/output.ts";
import type { ReportFile } from "../documents/report-file.ts";
import type { TextError } from "../documents/yaml.ts";
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
    strict: toggle("reject numbers that are written by hand"),
    lenient: toggle("only warn where a number of the comment is not in the answers"),
    plan: toggle("print what the questions would cost"),
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
      throw new UsageError("--freeze and --from are for one report, and --each makes several");
    if (values.freeze !== undefined && values.partial)
      throw new UsageError("--freeze stores complete answers: leave --partial out");
    if (values.freeze !== undefined && values.from !== undefined)
      throw new UsageError("--from renders answers that are stored already: leave --freeze out");
    const same = [values.out, values.freeze].find(
      (file) => file && resolve(file) === resolve(path),
    );
    if (same !== undefined) throw new UsageError(`${same} is the file of the report itself`);
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
    const unused = values.set.find(
      ([name]) => !new RegExp(`\\{[{%][^}]*\\b${name}\\b`).test(source),
    );
    if (unused !== undefined) throw new UsageError(`${path} has no {{ ${unused[0]} }} for --set`);
    const call = await toolCaller(settings, input.environment);
    const rows = await rowsOf(call, values.each);
    const read = rows.map((row) =>
      fileOf(path, source, new Map([...row, ...values.set]), isOfSeveral),
    );
    const wrong = read.flatMap((file) => ("errors" in file ? file.errors : []));
    if (wrong.length > 0) return fail(path, wrong);
    const files = read.filter((file) => "front" in file);
    if (values.plan) return print((await plansOf(call, files)).join("\n"));
    const shared = isOfSeveral ? await askTogether(call, files, values.partial) : undefined;
    const [firstFile] = files;
    const answers =
      values.from &&
      firstFile &&
      (await thawed(await readText(values.from), values.from, firstFile));
    const taken = new Set<string>();
    const runs: (readonly [name: string, run: Run])[] = [];
    for (const [at, file] of files.entries()) {
      const out = values.out ?? path;
      const name = isOfSeveral ? fileName(rows[at], taken) : basename(out, extname(out));
      const options = {
        folder: dirname(resolve(path)),
        weekStart: settings.settings.weekStartsOn,
        isPartial: values.partial,
        answers: answers || undefined,
        shared,
        format: values.out === undefined ? ("text" as const) : format,
        name,
      };
      runs.push([name, await runReport(call, file, options)]);
    }
    const errors = errorsOf(
      runs.map(([, run]) => run),
      values,
    );
    if (errors.length > 0) return fail(path, errors);
    const folder = isOfSeveral ? values.out : values.out && dirname(resolve(values.out));
    const written = runs.flatMap(([name, { content, beside }]) => [
      { name: `${name}${ending}`, content },
      ...beside,
    ]);
    if (folder === undefined) print(written[0]?.content.trimEnd() ?? "");
    else await writeAll(folder, written);
    const [[, first] = []] = runs;
    if (values.freeze !== undefined && first !== undefined && firstFile !== undefined)
      await writeBlocks(values.freeze, [frozenText(firstFile, first.questions, first.answers)]);
    const missing = new Set(runs.flatMap(([, run]) => run.missing));
    if (missing.size === 0) return;
    complain(`Missing numbers, shown as –: ${[...missing].slice(0, 10).join("; ")}`);
    process.exitCode = 3;
  },
});

/** Each plan once. */
async function plansOf(call: ToolCaller, files: readonly ReportFile[]): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files)
    for (const question of questionsIn(file)) lines.push(await planOf(call, question));
  const goals = Math.max(...files.map(({ front }) => Object.keys(front.goals).length));
  if (goals > 0) lines.push(`Goals: a question more for each of ${goals}.`);
  return [...new Set(lines)];
}

/** Errors of the text, and with the flags what is otherwise a warning. */
function errorsOf(
  runs: readonly Run[],
  { strict, lenient }: { readonly strict: boolean; readonly lenient: boolean },
): TextError[] {
  const findings = (found: (run: Run) => Run["naked"], what: string): TextError[] =>
    runs.flatMap(found).map(({ problem, text: line }) => ({
      line: 0,
      problem: `${what}${problem}, in ${JSON.stringify(line.slice(0, 120))}`,
    }));
  const naked = findings((run) => run.naked, "");
  const comment = findings((run) => run.comment, "the comment: ");
  const warnings = [...(strict ? [] : naked), ...(lenient ? comment : [])];
  for (const problem of new Set(warnings.map((warning) => warning.problem)))
    complain(`Warning: ${problem}`);
  return [
    ...runs.flatMap(({ errors }) => errors),
    ...(lenient ? [] : comment),
    ...(strict ? naked : []),
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

/** Writes all files, or none where one cannot be written. */
async function writeAll(folder: string, files: readonly Beside[]): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new UsageError(`--out ${folder} is no folder`, { cause });
  });
  for (const { name } of files) await checkWritable(join(folder, name));
  for (const { name, content } of files) {
    await writeBlocks(join(folder, name), [content]);
    if (!name.endsWith(".svg")) complain(`Written: ${join(folder, name)}`);
  }
}
