/** Asks the questions of a report, and makes it. */
import { TimeSlice } from "../../base/async/time-slice.ts";
import { NoPages } from "../../suite/connection/profiles.ts";
import type { Answer, Answered, Unanswered } from "../../writing/documents/answers.ts";
import { eventsIn } from "../../writing/documents/events.ts";
import { questionsOf, type ReportQuestion } from "../../writing/documents/questions.ts";
import { makeReport, type MadeReport, type ReportParts } from "../../writing/documents/report.ts";
import type { Language } from "../../writing/documents/formats.ts";
import type { ReportFile } from "../../writing/documents/report-file.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import type { Weekday } from "../../base/time/grains.ts";
import { argumentsOf, ask, namesOf } from "./report-answers.ts";
import { pictureBeside, textBeside } from "./report-files.ts";
import { goalQuestions, goalsOf, isGoalAnswer } from "./report-goals.ts";
import type { ToolCaller } from "./tool-caller.ts";

export interface RunOptions extends Pick<ReportParts, "format" | "name" | "hasParts"> {
  /** The folder of the report file. */
  readonly folder: string;
  readonly weekStart: Weekday;
  /** That of the file (default). */
  readonly language?: Language | undefined;
}

/** @throws ToolError `invalid_input` */
export const questionsIn = ({ front }: ReportFile): ReportQuestion[] =>
  questionsOf(front, argumentsOf);

/** @param isPartial a question that fails is a marked place. @throws ToolError where a question fails. */
export async function answersTo(
  call: ToolCaller,
  file: ReportFile,
  isPartial: boolean,
): Promise<Answered> {
  const answers: Answer[] = [];
  const unanswered: Unanswered[] = [];
  const answer = async (question: ReportQuestion): Promise<void> => {
    const { name } = question;
    try {
      answers.push(await ask(call, question));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { code, advice, isFinal, retryAt } = error;
      const isWithoutPages = error instanceof NoPages;
      const problem = isWithoutPages ? "there are no pages" : error.problem;
      if (!isWithoutPages && !isPartial)
        throw new ToolError(code, `${name}: ${problem}`, advice, { isFinal, retryAt });
      unanswered.push({ name, problem, isWithoutPages });
    }
  };
  for (const question of questionsIn(file)) await answer(question);
  for (const question of goalQuestions(file, answers)) await answer(question);
  return { answers, unanswered, names: await namesOf(call, answers) };
}

/** @throws UsageError for files that cannot be read. */
export async function renderReport(
  file: ReportFile,
  { answers, unanswered, names }: Answered,
  { folder, weekStart, language = file.front.language, ...form }: RunOptions,
): Promise<MadeReport> {
  const { events = "", comment, brand, scope } = file.front;
  const { locale = language ?? "en" } = file.front;
  const logo = brand.logo === undefined ? undefined : await pictureBeside(folder, brand.logo);
  const labels = scope && [...(scope.labels ?? []), ...(scope.labels_all ?? [])];
  const listed = events === "" ? undefined : await textBeside(folder, events);
  return makeReport({
    file: { ...file, locale, language },
    answers: answers.filter((answer) => !isGoalAnswer(answer)),
    unanswered: unanswered.filter((question) => !isGoalAnswer(question)),
    goals: goalsOf(file, answers, unanswered),
    comment:
      comment === undefined
        ? undefined
        : { file: comment, text: await textBeside(folder, comment) },
    events: eventsIn(listed, events, labels, weekStart),
    brand: { ...brand, logo },
    names: {
      profile: [...names.profile, ...(scope?.profiles ?? [])],
      label: [...names.label, ...(labels ?? [])],
    },
    ...form,
    slice: new TimeSlice(),
  });
}
