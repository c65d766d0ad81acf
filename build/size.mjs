/**
 * Compares the program with build/size.json: the lines of its files, the tokens of its code without comments, and the
 * silent defaults in the rooms of numbers. There a missing value is `required`, or has a name (`orMissing`, `itemAt`).
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = new URL("size.json", import.meta.url);
const files = ["src", "tools", "prompts"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((path) => statSync(path).isFile());
const comment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[^]*?\*\//g;
const ofNumbers =
  /^src\/[a-z]+\/(cells|meaning|table|replies|report|results|metrics|networks|posts|documents|digest)\//;
const defaults = {
  "?? NaN": /\?\? (Number\.)?NaN\b/g,
  "?? -1": /\?\? -1\b/g,
  "?? 0": /\?\? 0\b(?!\.)/g,
  '?? ""': /\?\? ""/g,
};

const counts = { lines: 0, tokens: 0, "?? NaN": 0, "?? -1": 0, "?? 0": 0, '?? ""': 0 };
for (const path of files) {
  const text = readFileSync(path, "utf8");
  counts.lines += text.split("\n").length - 1;
  const code = text.replaceAll(comment, (_, string = "") => string);
  counts.tokens += code.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)?.length ?? 0;
  for (const [name, pattern] of Object.entries(defaults))
    if (ofNumbers.test(path)) counts[name] += text.match(pattern)?.length ?? 0;
}
if (process.argv.includes("--write"))
  writeFileSync(file, `${JSON.stringify(counts, undefined, 2)}\n`);
const most = JSON.parse(readFileSync(file, "utf8"));
for (const [name, count] of Object.entries(counts).filter(([key, number]) => number > most[key])) {
  console.error(
    `The program has ${count} × ${name}, and build/size.json allows ${most[name]}. Remove what the change makes unnecessary. A commit that raises a number says for what.`,
  );
  process.exitCode = 1;
}
