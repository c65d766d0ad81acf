/** Prints what an answer costs: tokens, time, memory, and how fast the server starts. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { answerTimed } from "./answer.ts";
import { answerWithWire, idsOf, recording, sandboxApi } from "./canned.ts";
import { compareThroughput } from "./http.ts";
import queries from "./queries.json";
import { questionOf, type Size } from "./question.ts";
import { compareStarts, median } from "./start.ts";

const here = import.meta.dirname;
const run = promisify(execFile);

interface Once {
  readonly milliseconds: number;
  readonly peakBytes: number;
}

/** Medians over fresh processes that answer from saved answers. */
async function inFreshProcesses(size: Size, runs: number): Promise<Once> {
  const api = sandboxApi(size.profiles);
  const ids = idsOf(api);
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    await answerTimed(questionOf(size, ids), recording(api, folder));
    const measured: Once[] = [];
    for (let count = 0; count < runs; count += 1) {
      const words = [join(here, "answer-once.js"), folder, JSON.stringify({ ...size, ids })];
      const { stdout } = await run(process.execPath, words);
      measured.push(JSON.parse(stdout));
    }
    return {
      milliseconds: median(measured.map((once) => once.milliseconds)),
      peakBytes: median(measured.map((once) => once.peakBytes)),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tokens(): Promise<void> {
  console.log("Answers by profile and day (o200k_base tokens)");
  for (const size of queries) {
    const { answer, wire } = await answerWithWire(size);
    const ours = countTokens(answer.text);
    const ratio =
      size.name === "Q1" ? `, ${(ours / countTokens(wire)).toFixed(2)} of the API's JSON` : "";
    const numbers = size.profiles * size.days * size.metrics;
    console.log(
      `  ${size.name} ${numbers} numbers: ${ours} tokens, ${answer.text.length} characters${ratio}`,
    );
  }
}

async function timeAndMemory(): Promise<void> {
  console.log(
    "Time outside the API call, and resident memory at its peak (medians of fresh processes)",
  );
  const growth: Size[] = [
    { name: "10^4", profiles: 10, days: 100, metrics: 10 },
    { name: "10^5", profiles: 40, days: 250, metrics: 10 },
    { name: "Q3", profiles: 100, days: 365, metrics: 25 },
    { name: "10^7", profiles: 400, days: 1000, metrics: 25 },
  ];
  for (const size of growth) {
    const { milliseconds, peakBytes } = await inFreshProcesses(size, size.name === "10^7" ? 3 : 7);
    const numbers = size.profiles * size.days * size.metrics;
    const each = ((milliseconds * 1e6) / numbers).toFixed(0);
    console.log(
      `  ${size.name} ${numbers} numbers: ${milliseconds.toFixed(0)} ms (${each} ns each), ${Math.round(peakBytes / 1e6)} MB`,
    );
  }
}

async function starts(): Promise<void> {
  const { ours, bare, ratio } = await compareStarts(
    join(here, "../dist/cli.js"),
    join(here, "bare-server.js"),
    21,
  );
  console.log("From spawn to the answer of initialize (medians)");
  console.log(
    `  ours ${ours.toFixed(0)} ms, a bare server ${bare.toFixed(0)} ms: ${ratio.toFixed(2)} times`,
  );
}

async function throughput(): Promise<void> {
  const { ours, bare, ratio } = await compareThroughput(join(here, "../dist/cli.js"), 15);
  console.log("Calls per second over HTTP, 16 in flight (medians)");
  console.log(
    `  read_result ${ours.toFixed(0)}, a bare server's echo ${bare.toFixed(0)}: ${ratio.toFixed(2)} of it`,
  );
}

const parts = { tokens, answers: timeAndMemory, starts, throughput };
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure();
}
