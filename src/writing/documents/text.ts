/** The text of a report: Markdown with references in double braces, such as `{{ week.total.insights_views.now | round: 1 }}`. */
import type { Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { TextError } from "./yaml.ts";

/** A path of names: `week.profile["Brand 7"].insights_views` is `["week", "profile", "Brand 7", "insights_views"]`. */
export interface Path {
  readonly steps: readonly string[];
}

export type Value = string | number | Path;

/** A path, or a word with its values and options: `table: rows: 5`, `own: "24/7"`. */
export interface Call extends Path {
  readonly values: readonly Value[];
  readonly options: ReadonlyMap<string, Value>;
}

export interface Tag {
  /** Its line in the text, from 1. */
  readonly line: number;
  readonly head: Call;
  readonly filters: readonly Call[];
}

interface ParsedText {
  /** Texts of the author, and tags. */
  readonly parts: readonly (string | Tag)[];
  readonly errors: readonly TextError[];
}

// Strings have a bound, and nothing can be read in two ways, so that the time is linear.
const string = String.raw`"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'`;
const word = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const path = String.raw`${word}(?:\.${word}|\[(?:${string}|\d+)\])*`;
const value = String.raw`(?:${word}\s*:\s*)?(?:${string}|\d+(?:\.\d+)?|${path})`;
const call = String.raw`${path}(?:\s*:\s*${value}(?:\s*,\s*${value})*)?`;
const tagAt = new RegExp(String.raw`\{\{\s*(${call}(?:\s*\|\s*${call})*)\s*\}\}`, "uy");
const callIn = new RegExp(String.raw`(${path})(?:\s*:\s*(${value}(?:\s*,\s*${value})*))?`, "gu");
const valueIn = new RegExp(
  String.raw`(?:(${word})\s*:\s*)?(${string}|\d+(?:\.\d+)?|${path})`,
  "gu",
);
const stepIn = new RegExp(String.raw`${string}|${word}|\d+`, "gu");

const unquoted = (text: string): string =>
  /^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text;

const stepsIn = (text: string): string[] => (text.match(stepIn) ?? []).map(unquoted);

function valueOf(text: string): Value {
  if (/^["']/.test(text)) return unquoted(text);
  return /^\d/.test(text) ? Number(text) : { steps: stepsIn(text) };
}

function callsIn(text: string): Call[] {
  return Array.from(text.matchAll(callIn), ([, name = "", argumentText = ""]) => {
    const matches = [...argumentText.matchAll(valueIn)];
    return {
      steps: stepsIn(name),
      values: matches.flatMap(([, option, valueText = ""]) =>
        option === undefined ? [valueOf(valueText)] : [],
      ),
      options: new Map(
        matches.flatMap(([, option, valueText = ""]) =>
          option === undefined ? [] : [[option, valueOf(valueText)]],
        ),
      ),
    };
  });
}

/** Characters in which a reference that cannot be read may end. */
const mostWrong = 500;

const linesIn = (text: string): number => text.split("\n").length - 1;

const wrongBraces =
  "a text has references in {{ … }}, and no {% … %}: use | optional, | list and table:; write other braces in own";

/** Takes time linear in the length of the text. */
export function* parseText(text: string): Work<ParsedText> {
  const { reportTextBytes, reportReferences } = ourLimits;
  const parts: (string | Tag)[] = [];
  const errors: TextError[] = [];
  let [at, line, count] = [0, 1, 0];
  const refuse = (problem: string, before = ""): void => {
    errors.push({ line: line + linesIn(before), problem });
  };
  const addText = (end: number): void => {
    const literal = text.slice(at, end);
    const [before, ...rest] = literal.split(/\{%|\}\}/);
    if (rest.length > 0) refuse(wrongBraces, before);
    parts.push(literal);
    line += linesIn(literal);
    at = end;
  };
  if (Buffer.byteLength(text) > reportTextBytes)
    refuse(`the text has more than ${reportTextBytes / 1024} KiB`);
  if (errors.length > 0) return { parts, errors };
  for (let open = text.indexOf("{{"); open !== -1; open = text.indexOf("{{", at)) {
    addText(open);
    count += 1;
    const [tag, [head, ...filters]] = tagIn(text, open);
    if (count > reportReferences) refuse(`the text has more than ${reportReferences} references`);
    else if (head === undefined)
      refuse(
        `${JSON.stringify(text.slice(open, open + 40))} is not a reference: write {{ QUESTION.total.METRIC.now }}, with | FILTER: OPTION behind it, and names in ["…"]`,
      );
    else parts.push({ line, head, filters });
    if (count > reportReferences) break;
    line += linesIn(tag);
    at = open + tag.length;
    yield;
  }
  addText(text.length);
  return { parts, errors };
}

/** The braces at a place of the text, and the calls within them; none where they cannot be read. */
function tagIn(text: string, open: number): readonly [tag: string, calls: readonly Call[]] {
  tagAt.lastIndex = open;
  const wrong = text.slice(open, open + mostWrong);
  const [tag = /^[^\n]*?\}+\}/.exec(wrong)?.[0] ?? "{{", calls = ""] = tagAt.exec(text) ?? [];
  return [tag, callsIn(calls)];
}
