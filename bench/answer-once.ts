/** A fresh process that answers one question from saved answers and says what that took. */
import { answerTimed } from "./answer.ts";
import { replaying } from "./canned.ts";
import { questionOf, type Size } from "./question.ts";

const [folder = "", size = ""] = process.argv.slice(2);
const parsed: Size & { readonly ids: readonly string[] } = JSON.parse(size);
const asked = questionOf(parsed, parsed.ids);
const { milliseconds } = await answerTimed(asked, replaying(folder));
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ milliseconds, peakBytes }));
