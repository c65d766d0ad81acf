/** Answers one question from recorded API answers in this process, and prints its time and memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerTimed } from "./answer.ts";
import { replaying } from "./canned.ts";
import { questionOf, type Size } from "./question.ts";

const [folder = ""] = process.argv.slice(2);
const parsed: Size & { readonly ids: readonly string[] } = JSON.parse(
  readFileSync(join(folder, "question"), "utf8"),
);
const question = questionOf(parsed, parsed.ids);
const { milliseconds } = await answerTimed(question, replaying(folder));
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ milliseconds, peakBytes }));
