/**
 * Runs the tests of a part of mutation testing again for each change that its report says no test noticed, one at a
 * time, in a copy of the checkout: `PART=merge node build/replay-mutants.mjs`. Prints those that no test notices.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { mutationPart } from "./mutation-parts.mjs";

const { name } = mutationPart();
const { files } = JSON.parse(readFileSync(`mutation/${name}.json`, "utf8"));

/** The place of a line and a column in a text, both from 1. */
const placeOf = (text, { line, column }) =>
  text.split("\n", line - 1).reduce((place, { length }) => place + length + 1, column - 1);

/** True if a test fails, or the tests do not end. */
const isNoticed = () => {
  const words = ["vitest", "run", "--config", "vitest.mutation.config.ts", "--bail", "1"];
  return spawnSync("npx", words, { timeout: 300_000, stdio: "ignore" }).status !== 0;
};

let [alive, count] = [0, 0];
for (const [file, { mutants }] of Object.entries(files)) {
  const original = readFileSync(file, "utf8");
  for (const { status, location, replacement, mutatorName } of mutants) {
    if (status !== "Survived" && status !== "NoCoverage") continue;
    const [start, end] = [placeOf(original, location.start), placeOf(original, location.end)];
    writeFileSync(file, original.slice(0, start) + replacement + original.slice(end));
    const noticed = isNoticed();
    writeFileSync(file, original);
    count += 1;
    if (noticed) continue;
    alive += 1;
    const before = original.slice(start, end).replaceAll(/\s+/g, " ");
    process.stdout.write(
      `${file}:${location.start.line} ${mutatorName}: ${before} => ${replacement.replaceAll(/\s+/g, " ")}\n`,
    );
  }
}
process.stdout.write(`${count} replayed, ${alive} alive\n`);
