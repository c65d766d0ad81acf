/** Asks the questions of reports, and stores their answers for later renderings. */
import * as z from "zod";
import { tools } from "../../tools/index.ts";
import { TimeSlice } from "../async/time-slice.ts";
import type { Answer } from "../documents/answers.ts";
import type { ReportQuestion, ReportScope } from "../documents/questions.ts";
import { inputError, required } from "../errors/tool-error.ts";
import { camelKeys } from "../mcp/input.ts";
import type { Tool } from "../mcp/tool.ts";
import { storedAnswer } from "../networks/stored-answer.ts";
import { firstLine, type Content } from "../replies/layout.ts";
import type { Reply } from "../replies/reply.ts";
import { isObject, parseJson } from "../text/json.ts";
import { entryOf, restoredFrom } from "./stored-results.ts";
import type { ToolCaller } from "./tool-caller.ts";

export const toolNamed = (name: string): Tool =>
  required(
    tools.find((tool) => tool.name === name),
    `the tool ${name}`,
  );

export const argumentsOf = (tool: string): string[] => Object.keys(toolNamed(tool).input().shape);

/** @throws ToolError where the question cannot be answered. */
export async function ask(
  call: ToolCaller,
  { name, tool, args, read }: ReportQuestion,
): Promise<Answer> {
  const answerOf = async (reply: Reply, slice: TimeSlice): Promise<Answer> => {
    const result = required(reply.result, "the result of a reply");
    const figures = await slice.run(required(reply.figures, "the numbers of a reply")());
    const { fetched } = result;
    return {
      name,
      content: reply.content,
      figures,
      result,
      whole: result,
      fetched,
      asked: Date.now(),
    };
  };
  const answer = await call(toolNamed(tool), args, answerOf);
  if (read === undefined) return answer;
  const piece = { ...read, result: answer.result.id };
  const { whole, fetched } = answer;
  return { ...(await call(toolNamed("read_result"), piece, answerOf)), whole, fetched };
}

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

/** The names of the profiles that a scope chooses, for tools without labels. */
export async function profilesIn(
  call: ToolCaller,
  scope: ReportScope,
  network: string,
): Promise<string[]> {
  const {
    profiles,
    labels,
    labels_all: labelsAll = [],
    labels_not: labelsNot = [],
    profiles_not: not = [],
  } = scope;
  const slice = new TimeSlice();
  const namesOf = (label: string): Promise<string[]> =>
    call(toolNamed("list_profile_labels"), { label }, async (reply) => {
      const csv = await slice.run(reply.csv());
      return Array.from(csv.cells(0, csv.rowCount)).flatMap(([name, own]) =>
        own === network ? [String(name)] : [],
      );
    });
  const lists = async (names: readonly string[]): Promise<string[][]> =>
    Promise.all(names.map((name) => namesOf(name)));
  const any = labels && new Set((await lists(labels)).flat());
  const all = await lists(labelsAll);
  const none = new Set([...(await lists(labelsNot)).flat(), ...not]);
  const among = profiles ?? (any && [...any]) ?? all[0];
  const chosen = (among ?? []).filter(
    (name) =>
      any?.has(name) !== false && all.every((list) => list.includes(name)) && !none.has(name),
  );
  if (chosen.length > 0) return chosen;
  throw inputError(
    `the scope has no profiles of ${network}`,
    "Choose labels or profiles of it, or leave the question out.",
  );
}

/** An answer as a file has it, from which a report can be rendered again. */
const frozenAnswer = z.object({
  entry: z.string(),
  bytes: z.base64(),
  piece: z.record(z.string(), z.unknown()),
  content: z.custom<Content>(isObject),
  asked: z.number(),
  fetched: z
    .custom<Answer["fetched"]>((value) => value === undefined || isObject(value))
    .optional(),
});

const frozenReport = z.object({
  version: z.literal(1),
  answers: z.record(z.string(), frozenAnswer),
});

/** The arguments of a question that choose and order rows. */
const choosing = ["sort_by", "order", "where", "top"];

/** The answers of a report as a text. */
export function frozenText(
  questions: readonly ReportQuestion[],
  answers: readonly Answer[],
): string {
  const entries = answers.map(({ name, whole, content, fetched, asked }) => {
    const { args = {}, read } = questions.find((question) => question.name === name) ?? {};
    const chosen = Object.entries(args).filter(([argument]) => choosing.includes(argument));
    const bytes = Buffer.from(whole.serialize()).toString("base64");
    const piece = read ?? Object.fromEntries(chosen);
    return [name, { entry: entryOf(whole), bytes, piece, content, fetched, asked }] as const;
  });
  return `${JSON.stringify({ version: 1, answers: Object.fromEntries(entries) }, undefined, 1)}\n`;
}

/** @throws ToolError `invalid_input` for a file that `--freeze` has not written, or another version of the program has. */
export async function thawed(text: string, file: string): Promise<Answer[]> {
  const { data } = frozenReport.safeParse(parseJson(text));
  if (data === undefined)
    throw inputError(`${file} has no answers of a report`, "Write it with report FILE --freeze.");
  const slice = new TimeSlice();
  const answers: Answer[] = [];
  for (const [name, { entry, bytes, piece, content, fetched, asked }] of Object.entries(
    data.answers,
  )) {
    const whole = restoredFrom(entry, Buffer.from(bytes, "base64"));
    if (whole === undefined)
      throw inputError(
        `${file} is of another version of the program`,
        "Write it again with --freeze.",
      );
    const { figures, result } = await slice.run(storedAnswer(whole, camelKeys(piece)));
    answers.push({ name, whole, content, fetched, asked, figures, result });
  }
  return answers;
}
