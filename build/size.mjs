/** Compares the size of the program with build/size.json: lines of its files, and tokens of its code without comments. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = new URL("size.json", import.meta.url);
const files = ["src", "tools", "prompts"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((path) => statSync(path).isFile());
const comment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[^]*?\*\//g;

let [lines, tokens] = [0, 0];
for (const path of files) {
  const text = readFileSync(path, "utf8");
  lines += text.split("\n").length - 1;
  const code = text.replaceAll(comment, (_, string = "") => string);
  tokens += code.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)?.length ?? 0;
}
if (process.argv.includes("--write"))
  writeFileSync(file, `${JSON.stringify({ lines, tokens }, undefined, 2)}\n`);
const most = JSON.parse(readFileSync(file, "utf8"));
if (lines > most.lines || tokens > most.tokens) {
  console.error(
    `The program has ${lines} lines and ${tokens} tokens, and build/size.json allows ${most.lines} and ${most.tokens}.`,
  );
  console.error(
    "Remove what the change makes unnecessary. A commit that raises a number says for what.",
  );
  process.exitCode = 1;
}
