/** `npm run eval -- --model COMMAND --seeds 3`: asks a model the questions, and prints its results. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { baseline } from "./baseline.ts";
import { evaluate, type Outcome } from "./evaluate.ts";
import { readingTable, readLazily, type Reading } from "./lazy.ts";
import { Model } from "./model.ts";
import { readBoth } from "./raw.ts";
import { failuresOf, reportOf } from "./report.ts";
import { serve } from "./server.ts";
import { templates } from "./templates/index.ts";
import { makeQuestion } from "./templates/template.ts";

const { values } = parseArgs({
  options: {
    model: { type: "string" },
    seeds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "300" },
    json: { type: "string" },
    lazy: { type: "boolean", default: false },
    raw: { type: "boolean", default: false },
  },
});

const served = await serve(join(import.meta.dirname, "../dist/cli.js"));
const { client, requestsSoFar } = served;
const model =
  values.model === undefined ? undefined : new Model(values.model, Number(values.seconds) * 1000);
const setting = { client, say: model?.say ?? baseline(), requestsSoFar, maxCalls: 20 };
const outcomes: Outcome[] = [];
const readings: Reading[] = [];
const isReading = values.raw || values.lazy;
for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
  for (const template of templates.filter(({ id }) => id.startsWith(values.only))) {
    const question = await makeQuestion(template, seed, served.wire);
    if (isReading) {
      const read = values.raw ? readBoth(question, served) : readLazily(question, setting);
      readings.push(...(await read));
      continue;
    }
    const outcome = await evaluate(question, setting);
    outcomes.push(outcome);
    console.error(`${question.id}: ${outcome.verdict}`);
  }
}
if (isReading) console.log(readingTable(readings));
else {
  console.log(`Model: ${values.model ?? "the scripted baseline"}\n`);
  console.log(reportOf(outcomes));
  console.log(["", ...failuresOf(outcomes)].join("\n"));
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
model?.close();
await served.close();
