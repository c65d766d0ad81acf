/** Prints the cost of answers in tokens, time and memory, and the start time of the server. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { answerTimed } from "./answer.ts";
import { answerWithWire, idsOf, recording, sandboxApi } from "./canned.ts";
import { startTime } from "./start-time.ts";
import { medians, mediansOf, type Pair } from "./medians.ts";
import queries from "./queries.json";
import { replyText } from "../src/replies/layout.ts";
import { questionOf, type Size } from "./question.ts";

const here = import.meta.dirname;
const cli = join(here, "../dist/cli.js");
const run = promisify(execFile);

type Measurement = Readonly<Record<"milliseconds" | "peakBytes", number>>;

/** Returns medians over new processes that answer from recorded API answers. */
async function inNewProcesses(size: Size, runs: number): Promise<Measurement> {
  const api = sandboxApi(size.profiles);
  const ids = idsOf(api);
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    await writeFile(join(folder, "question"), JSON.stringify({ ...size, ids }));
    await answerTimed(questionOf(size, ids), recording(api, folder));
    const measured: Measurement[] = [];
    for (let count = 0; count < runs; count += 1) {
      const args = [join(here, "answer-once.js"), folder];
      const { stdout } = await run(process.execPath, args);
      measured.push(JSON.parse(stdout));
    }
    return mediansOf(measured);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tokens(): Promise<void> {
  console.log("Answers by profile and day (o200k_base tokens)");
  for (const size of queries) {
    const { answer, wire } = await answerWithWire(size);
    const text = replyText(answer.content);
    const ours = countTokens(text);
    const ratio =
      size.name === "Q1"
        ? `, ${(ours / countTokens(wire)).toFixed(2)} times the tokens of the API's JSON`
        : "";
    const numbers = size.profiles * size.days * size.metrics;
    console.log(
      `  ${size.name} ${numbers} numbers: ${ours} tokens, ${text.length} characters${ratio}`,
    );
  }
}

async function timeAndMemory(): Promise<void> {
  console.log("Time without the API, and peak resident memory (medians of new processes)");
  const growth: Size[] = [
    { name: "10^4", profiles: 10, days: 100, metrics: 10 },
    { name: "10^5", profiles: 40, days: 250, metrics: 10 },
    { name: "Q3", profiles: 100, days: 365, metrics: 25 },
    { name: "10^7", profiles: 400, days: 1000, metrics: 25 },
    { name: "18 million", profiles: 10_000, days: 365, metrics: 5 },
  ];
  for (const size of growth) {
    const numbers = size.profiles * size.days * size.metrics;
    const { milliseconds, peakBytes } = await inNewProcesses(size, numbers > 1e6 ? 3 : 7);
    const each = ((milliseconds * 1e6) / numbers).toFixed(0);
    console.log(
      `  ${size.name} ${numbers} numbers: ${milliseconds.toFixed(0)} ms (${each} ns per number), ${Math.round(peakBytes / 1e6)} MB`,
    );
  }
}

async function starts(): Promise<void> {
  const pairs: Pair[] = [];
  // The first two pairs do not count.
  for (let count = -2; count < 21; count += 1) {
    const pair = {
      ours: await startTime(cli),
      bare: await startTime(join(here, "bare-server.js")),
    };
    if (count >= 0) pairs.push(pair);
  }
  const { ours, bare, ratio } = medians(pairs);
  console.log("Time from spawn to the answer of initialize (medians)");
  console.log(
    `  this server ${ours.toFixed(0)} ms, minimal server ${bare.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
  );
}

const parts = {
  tokens,
  answers: timeAndMemory,
  starts,
};
const selected = process.argv.slice(2);
const unknown = selected.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined)
  throw new Error(`${unknown} is not measured; these are: ${Object.keys(parts).join(", ")}`);
for (const [name, measure] of Object.entries(parts)) {
  if (selected.length === 0 || selected.includes(name)) await measure();
}
