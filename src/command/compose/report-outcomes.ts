/** The outcome of a run: the files of its reports, a summary, and the exit code. */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TimeSlice } from "../../base/async/time-slice.ts";
import type { MadeReport } from "../../writing/documents/report.ts";
import type { TextError } from "../../writing/documents/yaml.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { csvBlocks, tableCsv } from "../../answers/replies/csv.ts";
import { UsageError } from "../terminal/flags.ts";
import { complain, print } from "../terminal/output.ts";
import {
  exitCodeOf,
  exitCodeOfAll,
  exitCodes,
  failureText,
  shownError,
} from "../terminal/report.ts";
import { plural, some } from "../../base/text/words.ts";
import { mailOf } from "./mail.ts";
import { checkWritable, writeBlocks } from "./reply-files.ts";

/** A report of a run. */
export interface Client {
  readonly name: string;
  /** The file that is written; undefined for stdout. */
  readonly out: string | undefined;
  /** Of a mail. */
  readonly address?: string | undefined;
}

export interface Outcome extends Client {
  /** The references that have no value, with the reasons. */
  readonly missing: readonly string[];
  /** Why it was not written. */
  readonly failure?: string;
  /** The exit code where it is that of all reports. */
  readonly code: number;
}

const linesOf = (path: string, errors: readonly TextError[]): string[] => [
  ...new Set(errors.map(({ file = path, line, problem }) => `${file}:${line}: ${problem}`)),
];

/** Lines of errors that are printed. */
const mostErrors = 50;

/** @param path of the report. */
export function wrongFile(path: string, errors: readonly TextError[]): UsageError {
  const lines = linesOf(path, errors);
  const next = `${plural(lines.length, "error")}: nothing was written.`;
  return new UsageError(some(lines, mostErrors, "\n"), { next });
}

/** Digits by hand and numbers within words are errors of a strict report; of others the digits are warnings. */
export function checkLoose(path: string, { loose }: MadeReport, isStrict: boolean): void {
  const wrong = [...loose.digits, ...loose.within];
  if (isStrict && wrong.length > 0) throw wrongFile(path, wrong);
  if (!isStrict) for (const line of linesOf(path, loose.digits)) complain(`Warning: ${line}`);
}

/** Writes a report with its pictures, or none of them where one cannot be written. @throws UsageError, ToolError */
export async function write(client: Client, report: MadeReport): Promise<Outcome> {
  const { out } = client;
  const { leftOut, missing } = report;
  const notes = leftOut.map((title) => `without ${JSON.stringify(title)}, which has no pages`);
  if (missing.length > 0) notes.push(`missing, shown as –: ${some(missing, 10, "; ")}`);
  const isMail = out?.endsWith(".eml") === true;
  const content = isMail ? await mailOf(report, client.address) : report.content;
  const beside = isMail ? [] : report.beside;
  if (out === undefined) print(content.trimEnd());
  else {
    const folder = dirname(out);
    await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
      throw new UsageError(`--out ${folder} is no folder`, { cause });
    });
    const files = [
      ...beside.map(({ name, content: svg }) => [join(folder, name), svg] as const),
      [out, content] as const,
    ];
    for (const [file] of files) await checkWritable(file);
    for (const [file, written] of files) await writeBlocks(file, [written]);
  }
  if (out !== undefined || notes.length > 0)
    complain([out === undefined ? "Printed" : `Written: ${out}`, ...notes].join("; "));
  return { ...client, missing, code: missing.length > 0 ? 3 : 0 };
}

/** A client that fails does not stop the others. */
export function failed(client: Client, error: unknown): Outcome {
  const isWrong = error instanceof UsageError;
  if (!isWrong && !(error instanceof ToolError)) throw error;
  const failure = isWrong ? error.message : failureText(shownError(error));
  complain(`Failed: ${client.name}: ${failure}`);
  return { ...client, missing: [], failure, code: isWrong ? 2 : exitCodeOf(error) };
}

export async function writeSummary(file: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ name, out = "", missing, failure }) => {
    const [problem = ""] = failure?.split("\n") ?? [];
    if (failure !== undefined) return [name, "", "failed", problem];
    return [name, out, missing.length > 0 ? "missing" : "written", missing.join("; ")];
  });
  const slice = new TimeSlice();
  const csv = await slice.run(tableCsv({ columns: ["client", "file", "state", "missing"], rows }));
  await writeBlocks(file, csvBlocks(csv, slice));
}

/** 3 where some reports lack something; the code of the errors where all have failed, or where what failed may succeed later. */
export function exitCodeOfReports(outcomes: readonly Outcome[]): number {
  const failures = outcomes.filter(({ failure }) => failure !== undefined);
  const code = exitCodeOfAll(failures.map((outcome) => outcome.code));
  if (failures.length === outcomes.length) return code;
  if (failures.length > 0 && code === exitCodes.later) return code;
  return outcomes.some((outcome) => outcome.code > 0) ? 3 : 0;
}
