/** Asks the questions of a report, and makes it. */
import { TimeSlice } from "../async/time-slice.ts";
import type { Answer, Unanswered } from "../documents/answers.ts";
import { eventsIn } from "../documents/events.ts";
import { questionsOf, type ReportQuestion } from "../documents/questions.ts";
import { makeReport, type MadeReport, type ReportParts } from "../documents/report.ts";
import type { ReportFile } from "../documents/report-file.ts";
import { ToolError } from "../errors/tool-error.ts";
import { errorText } from "../replies/reply.ts";
import type { Weekday } from "../time/grains.ts";
import { argumentsOf, ask, withProfiles } from "./report-answers.ts";
import { pictureBeside, textBeside } from "./report-files.ts";
import { goalQuestions, goalsOf, isOfGoal } from "./report-goals.ts";
import type { ToolCaller } from "./tool-caller.ts";

/** The posts of all reports of a run, by {@link sharedKey}. */
export type SharedPosts = ReadonlyMap<string, Answer>;

/** A question without the profiles and labels that a report chooses. */
export function sharedKey({ name, args }: ReportQuestion): string {
  const chosen = ["labels", "profiles"];
  return JSON.stringify([name, Object.entries(args).filter(([own]) => !chosen.includes(own))]);
}

export interface RunOptions extends Pick<ReportParts, "format" | "name"> {
  /** The folder of the report file. */
  readonly folder: string;
  readonly weekStart: Weekday;
  /** A question that fails is a marked place. */
  readonly isPartial: boolean;
  /** Answers of an earlier run. */
  readonly answers?: readonly Answer[] | undefined;
  readonly shared?: SharedPosts | undefined;
}

export interface Run extends MadeReport {
  readonly questions: readonly ReportQuestion[];
  readonly answers: readonly Answer[];
}

/** @throws ToolError `invalid_input` */
export const questionsIn = ({ front }: ReportFile): ReportQuestion[] =>
  questionsOf(front, argumentsOf);

/** @throws ToolError where a question fails, UsageError for files that cannot be read. */
export async function runReport(
  call: ToolCaller,
  file: ReportFile,
  options: RunOptions,
): Promise<Run> {
  const { folder, weekStart, answers: given, isPartial, shared, format, name } = options;
  const { events, comment, brand, scope = {}, locale } = file.front;
  const read = {
    comment: comment === undefined ? undefined : await textBeside(folder, comment),
    events: events === undefined ? undefined : await textBeside(folder, events),
    logo: brand.logo === undefined ? undefined : await pictureBeside(folder, brand.logo),
  };
  const labels = [...(scope.labels ?? []), ...(scope.labels_all ?? [])];
  const isScoped = Object.values(scope).some((list) => list !== undefined);
  const known = eventsIn(read.events, events ?? "", isScoped ? labels : undefined, weekStart);
  const questions = given === undefined ? questionsIn(file) : [];
  const answers: Answer[] = [...(given ?? [])];
  const unanswered: Unanswered[] = [];
  const answer = async (question: ReportQuestion): Promise<void> => {
    try {
      const scoped = await withProfiles(call, question);
      const whole = shared?.get(sharedKey(scoped));
      answers.push(await ask(call, whole === undefined ? scoped : pieceOf(scoped, whole)));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (!isPartial) throw ofQuestion(error, question.name);
      const [problem = ""] = errorText(error).split("\n");
      unanswered.push({ name: question.name, problem });
    }
  };
  for (const question of questions) await answer(question);
  if (given === undefined)
    for (const question of goalQuestions(file, answers)) await answer(question);
  const made = await makeReport({
    file: { ...file, locale },
    answers: answers.filter((one) => !isOfGoal(one)),
    unanswered: unanswered.filter((one) => !isOfGoal(one)),
    goals: goalsOf(file, answers, unanswered),
    comment: read.comment,
    events: known,
    brand: { ...brand, logo: read.logo },
    format,
    name,
    slice: new TimeSlice(),
  });
  return { ...made, questions, answers };
}

/** The error with the name of its question. */
const ofQuestion = ({ code, problem, advice }: ToolError, name: string): ToolError =>
  new ToolError(code, `${name}: ${problem}`, advice);

/** A question for posts as a piece of the posts of all reports. A limit above all of them chooses none. */
function pieceOf(
  { name, args, read }: ReportQuestion,
  { result, figures }: Answer,
): ReportQuestion {
  const { profiles, sort_by: sortBy, order, limit = 25 } = args;
  const top = Number(limit) < figures.rowCount ? limit : undefined;
  return {
    name,
    tool: "read_result",
    args: { result: result.id, profiles, sort_by: sortBy, order, top, ...read },
  };
}
