/** Asks the questions of a report, and makes it. */
import { extname, resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { TimeSlice } from "../async/time-slice.ts";
import { metricsOf } from "../catalog/metrics/index.ts";
import { metricNetworks } from "../catalog/networks.ts";
import type { Answer, Unanswered } from "../documents/answers.ts";
import { eventsIn } from "../documents/events.ts";
import { metricsTools, questionsOf, type ReportQuestion } from "../documents/questions.ts";
import { answerNode, type Goal } from "../documents/references.ts";
import { makeReport, type MadeReport, type ReportParts } from "../documents/report.ts";
import type { ReportFile } from "../documents/report-file.ts";
import { errorCodeOf, inputError } from "../errors/tool-error.ts";
import { errorText } from "../replies/reply.ts";
import { addDays, earlier, later, toDay, type Day } from "../time/days.ts";
import type { Weekday } from "../time/grains.ts";
import { argumentsOf, ask, profilesIn } from "./report-answers.ts";
import type { ToolCaller } from "./tool-caller.ts";

/** The posts of all reports of a run, by {@link sharedKey}. */
export type SharedPosts = ReadonlyMap<string, Answer>;

/** A question without the profiles and labels that a report chooses. */
export function sharedKey({ name, args }: ReportQuestion): string {
  const chosen = ["labels", "profiles"];
  return JSON.stringify([name, Object.entries(args).filter(([own]) => !chosen.includes(own))]);
}

export interface RunOptions extends Pick<ReportParts, "format" | "name"> {
  /** The folder of the report file, which the files that it names are relative to. */
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

/** Names of the answers that goals need. */
const goalName = (goal: string): string => `goal ${goal}`;

export const questionsIn = (call: ToolCaller, { front }: ReportFile): Promise<ReportQuestion[]> =>
  questionsOf(front, argumentsOf, (scope, tool) =>
    profilesIn(call, scope, /^list_(\w+)_posts$/.exec(tool)?.[1] ?? ""),
  );

/** @throws ToolError where a question fails, and for files that cannot be read. */
export async function runReport(
  call: ToolCaller,
  file: ReportFile,
  options: RunOptions,
): Promise<Run> {
  const { front } = file;
  const { folder, weekStart, answers: given, isPartial, shared, format, name } = options;
  const questions = given === undefined ? await questionsIn(call, file) : [];
  const answers: Answer[] = [...(given ?? [])];
  const unanswered: Unanswered[] = [];
  const answer = async (question: ReportQuestion): Promise<void> => {
    try {
      const whole = shared?.get(sharedKey(question));
      answers.push(
        await (whole === undefined ? ask(call, question) : ask(call, pieceOf(question, whole))),
      );
    } catch (error) {
      if (!isPartial) throw error;
      const [problem = ""] = errorText(error).split("\n");
      unanswered.push({ name: question.name, problem });
    }
  };
  for (const question of questions) await answer(question);
  if (given === undefined)
    for (const question of goalQuestions(file, answers)) await answer(question);
  const isGoal = (one: { readonly name: string }): boolean => one.name.startsWith(goalName(""));
  const textOf = (path: string | undefined): Promise<string> | undefined =>
    path === undefined ? undefined : readText(resolve(folder, path));
  const { events, comment, brand, scope } = front;
  const made = await makeReport({
    file: { ...file, locale: front.locale },
    answers: answers.filter((one) => !isGoal(one)),
    unanswered: unanswered.filter((one) => !isGoal(one)),
    goals: goalsOf(file, answers),
    comment: await textOf(comment),
    events: eventsIn(await textOf(events), events ?? "", {
      labels: scope?.labels ?? [],
      weekStart,
    }),
    brand: { ...brand, logo: brand.logo && (await pictureOf(resolve(folder, brand.logo))) },
    format,
    name,
    slice: new TimeSlice(),
  });
  return { ...made, questions, answers };
}

/** A question for posts as a piece of the posts of all reports. */
const pieceOf = ({ name, args, read }: ReportQuestion, { result }: Answer): ReportQuestion => {
  const { profiles, sort_by: sortBy, order, limit = 25 } = args;
  const piece = { profiles, sort_by: sortBy, order, top: limit, ...read };
  return { name, tool: "read_result", args: { result: result.id, ...piece } };
};

/** Standing counts are asked of their last week, others from the first day of the goal. */
function goalQuestions({ front }: ReportFile, answers: readonly Answer[]): ReportQuestion[] {
  const end = answers
    .map(({ figures }) => figures.period.end)
    .toSorted()
    .at(-1);
  if (end === undefined) return [];
  return Object.entries(front.goals).map(
    ([name, { metric, network = front.defaults["network"], from }]) => {
      const known = metricNetworks
        .filter((one) => one === network)
        .flatMap((one) => metricsOf(one, 3).filter((row) => row.name === metric));
      const isLevel = known.some(({ kind }) => kind.overDays === "last");
      const first = toDay(from[0]);
      const start = isLevel ? earlier(end, later(first, addDays(end, -6))) : earlier(first, end);
      const { labels, profiles, ...scope } = front.scope ?? {};
      const args = {
        network,
        metrics: [metric],
        dimensions: [],
        date_start: start,
        date_end: end,
        labels,
        profiles,
        ...scope,
      };
      return { name: goalName(name), tool: metricsTools[0] ?? "", args };
    },
  );
}

function goalsOf({ front }: ReportFile, answers: readonly Answer[]): ReadonlyMap<string, Goal> {
  const goals = Object.entries(front.goals).flatMap(([name, { metric, from, to }]) => {
    const answer = answers.find((one) => one.name === goalName(name));
    const total = answer && answerNode(answer).get("total");
    const numbers = total?.kind === "branch" ? total.get(metric) : undefined;
    const now = numbers?.kind === "branch" ? numbers.get("now") : undefined;
    if (answer === undefined || now?.kind !== "figure") return [];
    const at: Day = answer.figures.period.end;
    const pair = ([day, value]: readonly [string, number]) => [toDay(day), value] as const;
    return [[name, { name, from: pair(from), to: pair(to), now, at, answer }] as const];
  });
  return new Map(goals);
}

/** @throws ToolError `invalid_input` */
export async function readText(path: string): Promise<string> {
  return (await readBytes(path)).toString("utf8");
}

const mostBytes = 10_000_000;

async function readBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw inputError(
      `${path} cannot be read: ${errorCodeOf(cause) ?? "failed"}`,
      "Name a file that exists.",
      { cause },
    );
  });
  if (bytes.length <= mostBytes) return bytes;
  throw inputError(`${path} has more than ${mostBytes} bytes`, "Name a smaller file.");
}

const pictures: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** A picture as a data URI, so that the page needs no other file. */
async function pictureOf(path: string): Promise<string> {
  const type = pictures[extname(path).toLowerCase()];
  if (type === undefined)
    throw inputError(
      `${path} is no picture`,
      `A logo is a file ${Object.keys(pictures).join(", ")}.`,
    );
  return `data:${type};base64,${(await readBytes(path)).toString("base64")}`;
}
