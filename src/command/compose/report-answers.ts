/** Asks the questions of reports, and stores their answers for later renderings. */
import * as z from "zod";
import { tools } from "../../../tools/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { TimeSlice } from "../../base/async/time-slice.ts";
import type { AccountNames, Answer, Answered } from "../../writing/documents/answers.ts";
import type { ReportFile } from "../../writing/documents/report-file.ts";
import { questionsOf, textsIn, type ReportQuestion } from "../../writing/documents/questions.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import { camelKeys, readInput } from "../../server/mcp/input.ts";
import type { Tool } from "../../server/mcp/tool.ts";
import { figuresIn, storedAnswer } from "../../questions/networks/stored-answer.ts";
import { firstLine, type Content } from "../../answers/replies/layout.ts";
import type { Piece, Reply, StoredResult } from "../../answers/replies/reply.ts";
import { isObject, parseJson } from "../../base/text/json.ts";
import { entryOf, restoredFrom } from "./stored-results.ts";
import type { ToolCaller } from "./tool-caller.ts";

export const toolNamed = (name: string): Tool =>
  required(
    tools.find((tool) => tool.name === name),
    `the tool ${name}`,
  );

/** None for a name that is no tool. */
export const argumentsOf = (name: string): string[] =>
  Object.keys(tools.find((tool) => tool.name === name)?.input().shape ?? {});

/** @throws ToolError where the question cannot be answered. */
export async function ask(
  call: ToolCaller,
  { name, tool, args, read }: ReportQuestion,
): Promise<Answer> {
  const answerOf = async (reply: Reply, slice: TimeSlice): Promise<Answer> => {
    const result = required(reply.result, "the result of a reply");
    const figures = await slice.run(figuresIn(reply));
    const { fetched } = result;
    return {
      ...askedIn(args),
      name,
      content: reply.content,
      figures,
      result,
      fullResult: result,
      fetched,
      questionTime: Date.now(),
    };
  };
  const answer = await call(toolNamed(tool), args, answerOf);
  if (read === undefined) return answer;
  const piece = { ...read, result: answer.result.id };
  const { fullResult, fetched } = answer;
  return { ...(await call(toolNamed("read_result"), piece, answerOf)), fullResult, fetched };
}

/** The parts that a question asks for by name. Its answer can lack them. */
const askedIn = (args: ReportQuestion["args"]): Pick<Answer, "metrics" | "isCompared"> => ({
  metrics: textsIn(args["metrics"])
    .flatMap((text) => text.split(","))
    .map((text) => text.split("=", 1).join("").trim()),
  isCompared: textsIn(args["compare_to"]).length > 0,
});

/** The first line of the plan of a question; of posts, whose pages are known when they are read, a sentence. */
export const planOf = (call: ToolCaller, { name, tool, args }: ReportQuestion): Promise<string> =>
  argumentsOf(tool).includes("plan_only")
    ? call(toolNamed(tool), { ...args, plan_only: true }, ({ content }) => {
        const cautions = (content.cautions ?? []).filter((note) => typeof note === "string");
        return [`${name}: ${firstLine(content)}`, ...cautions].join(" ");
      })
    : Promise.resolve(
        `${name}: at least 1 request of ${tool}; its pages are known when they are read.`,
      );

/** The names that the account has, where an answer has rows of them. */
export async function namesOf(call: ToolCaller, answers: readonly Answer[]): Promise<AccountNames> {
  const listed = (tool: string, args: object): Promise<string[]> =>
    call(toolNamed(tool), args, async (reply, slice) => {
      const csv = await slice.run(reply.csv());
      return [...csv.cells(0, csv.rowCount)].map(([, name]) => String(name));
    });
  const networksWith = (dimension: string): string[] => [
    ...new Set(
      answers.flatMap(({ figures }) =>
        figures.dimensions.some(({ name }) => name === dimension) ? figures.network : [],
      ),
    ),
  ];
  const networks = metricNetworks.filter((name) => networksWith("profile").includes(name));
  const pages = await Promise.all(networks.map((network) => listed("list_profiles", { network })));
  const hasLabels = networksWith("label").length > 0;
  return { profile: pages.flat(), label: hasLabels ? await listed("list_profile_labels", {}) : [] };
}

/** An answer as a file has it, from which a report can be rendered again. */
const frozenAnswer = z.object({
  entry: z.string(),
  bytes: z.base64(),
  piece: z.record(z.string(), z.unknown()),
  content: z.custom<Content>(isObject),
  time: z.number().optional(),
  fetched: z
    .custom<Answer["fetched"]>((value) => value === undefined || isObject(value))
    .optional(),
});

const names = z.array(z.string());

const frozenReport = z.object({
  version: z.literal(3),
  questions: z.string(),
  names: z.object({ profile: names, label: names }),
  answers: z.record(z.string(), frozenAnswer),
});

/** The arguments of a piece as read_result reads them. */
function pieceIn(piece: Readonly<Record<string, unknown>>): Piece {
  const args = { ...piece, result: "r" };
  const { result: _, ...read } = camelKeys(readInput(toolNamed("read_result").input(), args).input);
  return read;
}

/** The arguments of a question that choose and order rows. */
const choosing = ["sort_by", "order", "where", "top"];

/** The parts of a report file that determine its answers. */
const questionsText = ({ front: { scope, defaults, questions, goals } }: ReportFile): string =>
  JSON.stringify({ scope, defaults, questions, goals });

/** The answers of a report as a text. */
export function frozenText(
  file: ReportFile,
  questions: readonly ReportQuestion[],
  { answers, names: listed }: Pick<Answered, "answers" | "names">,
): string {
  const entries = answers.map(({ name, fullResult, content, fetched, questionTime: time }) => {
    const { args = {}, read } = questions.find((question) => question.name === name) ?? {};
    const chosen = Object.entries(args).filter(([argument]) => choosing.includes(argument));
    const bytes = Buffer.from(fullResult.serialize()).toString("base64");
    const piece = read ?? Object.fromEntries(chosen);
    return [name, { entry: entryOf(fullResult), bytes, piece, content, fetched, time }] as const;
  });
  const report = {
    version: 3,
    questions: questionsText(file),
    names: listed,
    answers: Object.fromEntries(entries),
  };
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

/** @throws ToolError `invalid_input` for a file that `--freeze` has not written. */
function readFrozen(text: string, file: string): z.output<typeof frozenReport> {
  const { data } = frozenReport.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw inputError(`${file} has no answers of a report`, "Write it with report FILE --freeze.");
}

/** The whole result of an answer. @throws ToolError `invalid_input` for one of another version of the program. */
function wholeOf({ entry, bytes }: z.output<typeof frozenAnswer>, file: string): StoredResult {
  const fullResult = restoredFrom(entry, Buffer.from(bytes, "base64"));
  if (fullResult !== undefined) return fullResult;
  throw inputError(`${file} is of another version of the program`, "Write it again with --freeze.");
}

/** The results that a report was frozen with, by question. @throws ToolError `invalid_input` */
export const frozenResults = (
  text: string,
  file: string,
): (readonly [name: string, result: StoredResult])[] =>
  Object.entries(readFrozen(text, file).answers).map(([name, answer]) => [
    name,
    wholeOf(answer, file),
  ]);

/** @throws ToolError `invalid_input` for a file that `--freeze` has not written for the same questions. */
export async function thawed(text: string, file: string, report: ReportFile): Promise<Answered> {
  const data = readFrozen(text, file);
  if (data.questions !== questionsText(report))
    throw inputError(
      `${file} has answers to other questions: scope, defaults, questions or goals have changed since`,
      "Undo the change, or write the answers again with --freeze.",
    );
  const slice = new TimeSlice();
  const asking = questionsOf(report.front, argumentsOf);
  const answers: Answer[] = [];
  for (const [name, answer] of Object.entries(data.answers)) {
    const { piece, content, fetched, time } = answer;
    const fullResult = wholeOf(answer, file);
    const { figures, result } = await slice.run(
      storedAnswer(fullResult, piece === undefined ? {} : pieceIn(piece)),
    );
    const { args = {} } = asking.find((question) => question.name === name) ?? {};
    answers.push({
      ...askedIn(args),
      name,
      fullResult,
      content,
      fetched,
      questionTime: time,
      figures,
      result,
    });
  }
  return { answers, unanswered: [], names: data.names };
}
