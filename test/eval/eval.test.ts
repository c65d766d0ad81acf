/** The evaluation: its questions, its protocol, and a script that answers by the hints of replies. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { baseline } from "../../eval/baseline.ts";
import { evaluate, type Outcome } from "../../eval/evaluate.ts";
import { lazyReaders, readLazily, type Verdict } from "../../eval/lazy.ts";
import { Model, type Say } from "../../eval/model.ts";
import { isRight, traps, type Question } from "../../eval/question.ts";
import { failuresOf, reportOf } from "../../eval/report.ts";
import { serve, type Served } from "../../eval/server.ts";
import { templates } from "../../eval/templates/index.ts";
import { makeQuestion } from "../../eval/templates/template.ts";
import { remembered } from "../../src/sandbox/hash.ts";
import { cli } from "../helpers/process.ts";
import { repetitions } from "../helpers/repetitions.ts";

const root = join(import.meta.dirname, "../..");
// More would need more than the hour has.
const seeds = repetitions(1, 3);

let served: Served;
beforeAll(async () => {
  served = await serve(cli);
});
afterAll(() => served.close());

test("there are more than a hundred templates, and each trap has one", () => {
  expect(templates.length).toBe(109);
  expect(new Set(templates.map(({ id }) => id)).size).toBe(109);
  const set = new Set(templates.flatMap(({ trap }) => trap ?? []));
  expect(traps.filter((trap) => !set.has(trap))).toEqual([]);
});

test("a seed always gives the same question, another seed another one", async () => {
  const makeQuestions = (seed: number): Promise<Question[]> =>
    Promise.all(templates.map((template) => makeQuestion(template, seed, served.wire)));
  const [questions, again, otherQuestions] = [
    await makeQuestions(1),
    await questionsOf(1),
    await makeQuestions(2),
  ];
  expect(again).toEqual(questions);
  const texts = new Set(questions.map(({ text }) => text));
  expect(otherQuestions.filter(({ text }) => !texts.has(text)).length).toBeGreaterThan(40);
});

test("the truth is computed by code that shares nothing with the server", () => {
  const files = ["wire.ts", "combine.ts", "draw.ts", "question.ts"].map((name) =>
    join(root, "eval", name),
  );
  const folder = join(root, "eval/templates");
  for (const file of [...files, ...readdirSync(folder).map((name) => join(folder, name))])
    expect(readFileSync(file, "utf8")).not.toMatch(/from "(?:\.\.\/)+(?:src|tools|prompts|test)\//);
});

const questionsOf = remembered((seed: number): Promise<Question[]> =>
  Promise.all(templates.map((template) => makeQuestion(template, seed, served.wire))),
);

async function scored(say: Say, questions: readonly Question[]): Promise<Outcome[]> {
  const { client, requestsSoFar } = served;
  const outcomes: Outcome[] = [];
  for (const question of questions)
    outcomes.push(await evaluate(question, { client, say, requestsSoFar, maxCalls: 3 }));
  return outcomes;
}

function sayTo(command: string, patience = 60_000): Say {
  const model = new Model(command, patience);
  onTestFinished(() => model.close());
  return model.say;
}

test("a script that follows the hints of replies answers every question rightly", async () => {
  const questions: Question[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) questions.push(...(await questionsOf(seed)));
  const outcomes = await scored(baseline(), questions);
  expect(failuresOf(outcomes)).toEqual([]);
  expect(reportOf(outcomes)).toContain(
    `| all | ${templates.length * seeds} | ${templates.length * seeds} | 0 | 0 | 0 |`,
  );
  // The numbers of the hour are enough for all questions.
  expect(outcomes.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThan(
    20 * metricNetworks.length * seeds,
  );
});

test("lazy readers: the first number is right, and no column is added to a wrong total without a sign", async () => {
  const { client, requestsSoFar } = served;
  const setting = { client, requestsSoFar, maxCalls: 3 };
  const readings: Awaited<ReturnType<typeof readLazily>> = [];
  for (const question of await questionsOf(1)) {
    readings.push(...(await readLazily(question, setting)));
  }
  const countOf = (at: number, verdict: Verdict): number =>
    readings.filter(
      (reading) => reading.reader === lazyReaders[at]?.name && reading.verdict === verdict,
    ).length;
  const [right, wrong] = [countOf(0, "right"), countOf(0, "silently wrong")];
  expect(right).toBeGreaterThan(50);
  expect(right / (right + wrong)).toBeGreaterThan(0.9);
  expect(countOf(1, "right")).toBeGreaterThan(40);
  expect(countOf(1, "silently wrong")).toBe(0);
});

/** A command that answers each line with the next of these, written as code. */
function standIn(...lines: readonly string[]): string {
  const code = `const lines=${JSON.stringify(lines)};require("readline").createInterface({input:process.stdin}).on("line",()=>{const next=lines.shift();if(next===undefined)process.exit();console.log(next)})`;
  return `"${process.execPath}" -e '${code.replaceAll("'", String.raw`'\''`)}'`;
}

const newQuestion = (): Promise<Question> => {
  const [template] = templates;
  if (template === undefined) throw new Error("no template");
  return makeQuestion(template, 1, served.wire);
};

const answer = (value: unknown): string => JSON.stringify({ type: "answer", value });

test("a model that answers is right, wrong, or abstains", async () => {
  const question = await newQuestion();
  const outcomes = await scored(sayTo(standIn(answer(question.truth), answer(-1), answer(null))), [
    question,
    question,
    question,
  ]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(["right", "wrong", "abstained"]);
});

test("calls of a model reach the server, and are counted", async () => {
  const question = await newQuestion();
  const call = JSON.stringify({
    type: "call",
    name: "list_profiles",
    arguments: { network: "facebook" },
  });
  const [outcome] = await scored(sayTo(standIn(call, answer(question.truth))), [question]);
  expect(outcome).toMatchObject({ verdict: "right", calls: 1 });
  const [alone] = await scored(sayTo(standIn(answer(1))), [question]);
  expect(outcome?.tokens).toBeGreaterThan((alone?.tokens ?? 0) + 100);
});

test("a tool that does not exist is an error that the model can read", async () => {
  const question = await newQuestion();
  const call = JSON.stringify({ type: "call", name: "guess", arguments: {} });
  const [outcome] = await scored(sayTo(standIn(call, answer(null))), [question]);
  expect(outcome).toMatchObject({ verdict: "abstained", calls: 1 });
});

const endless = JSON.stringify({
  type: "call",
  name: "list_profiles",
  arguments: { network: "facebook" },
});

test.each([
  ["no JSON", standIn("hello"), /which is not JSON/],
  ["another message", standIn('{"type":"thought"}'), /Invalid/],
  ["an end", standIn(), /the command ended/],
  ["nothing", `"${process.execPath}" -e 'setInterval(() => {}, 1000)'`, /wrote nothing for/],
  ["too many calls", standIn(endless, endless, endless, endless, endless), /more than 3 calls/],
])("%s is no answer, and the reason is told", async (_name, command, problem) => {
  const [outcome] = await scored(sayTo(command, 1500), [await newQuestion()]);
  expect(outcome?.verdict).toBe("misbehaved");
  expect(outcome?.problem).toMatch(problem);
});

test("numbers may be rounded, names may differ in case, and abstaining is no number", () => {
  expect(isRight(1000, 1004)).toBe(true);
  expect(isRight(1000, 1006)).toBe(false);
  expect(isRight(1000, "1000")).toBe(true);
  expect(isRight("Acme US", " acme us")).toBe(true);
  expect(isRight(0, null)).toBe(false);
  expect(isRight(null, 0)).toBe(false);
  expect(isRight(null, null)).toBe(true);
});
