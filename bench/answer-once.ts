/** Answers one question from recorded API answers in this process, and prints its time and memory. */
import { answerTimed } from "./answer.ts";
import { replaying } from "./canned.ts";
import { questionOf, type Size } from "./question.ts";

const [folder = "", size = ""] = process.argv.slice(2);
const parsed: Size & { readonly ids: readonly string[] } = JSON.parse(size);
const question = questionOf(parsed, parsed.ids);
const { milliseconds } = await answerTimed(question, replaying(folder));
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ milliseconds, peakBytes }));
