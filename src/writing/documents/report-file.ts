/** The file of a report: a front matter in YAML with questions, and a text in Markdown with references. */
import * as z from "zod";
import { languageNames } from "./formats.ts";
import { nearestText } from "../../base/text/nearest.ts";
import { isDay } from "../../base/time/days.ts";
import { readYaml, type TextError } from "./yaml.ts";

/** A number as the text that YAML, or a variable, has of it. */
export const amount = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, "must be a number")
  .transform(Number);
const list = z.array(z.string().min(1)).min(1);
const day = z.string().refine(isDay, "is not a date like 2026-12-31");
const question = z
  .looseObject({ tool: z.string().optional(), read: z.record(z.string(), z.unknown()).optional() })
  .describe("the arguments of a tool");
const name = z.string().regex(/^[a-z]\w{0,39}$/i, "must be a word of letters, digits and _");

/** A number on a first day, and what it should be on a last one. */
export const goalShape = z.strictObject({
  metric: z.string(),
  network: z.string().optional(),
  from: z.tuple([day, amount]),
  to: z.tuple([day, amount]),
});

const known = {
  scope: z
    .strictObject({
      profiles: list,
      labels: list,
      labels_all: list,
      labels_not: list,
      profiles_not: list,
    })
    .partial()
    .optional(),
  defaults: z.record(z.string(), z.unknown()).default({}),
  brand: z
    .strictObject({
      logo: z.string(),
      colour: z.string().regex(/^#[\da-f]{6}$/i, 'must be a colour like "#0b5fff"'),
      footer: z.string(),
    })
    .partial()
    .default({}),
  goals: z.record(name, goalShape).default({}),
  events: z.string().optional(),
  comment: z.string().optional(),
  locale: z
    .string()
    .refine((tag) => isLocale(tag), "is not the tag of a language, such as en or de-CH")
    .optional(),
  language: z.enum(languageNames).optional(),
  questions: z
    .record(name, question)
    .refine((questions) => Object.keys(questions).length > 0, "has none"),
};

/** Names that a text has already. */
const reserved = [...Object.keys(known), "cautions", "sources", "forloop"];

const shape = z
  .object(known)
  .catchall(z.string())
  .superRefine(({ questions, ...values }, context) => {
    for (const questionName of Object.keys(questions))
      if (reserved.includes(questionName) || Object.hasOwn(values, questionName))
        context.addIssue({
          code: "custom",
          path: ["questions", questionName],
          message: "is a name that texts have already",
        });
  });

export type FrontMatter = z.output<typeof shape>;

export interface ReportFile {
  readonly front: FrontMatter;
  /** The scope with the ids of labels; that of the front matter (default). */
  readonly pages?: FrontMatter["scope"];
  /** Texts of the front matter that references name. */
  readonly values: ReadonlyMap<string, string>;
  readonly text: string;
  /** The line of the file before the text. */
  readonly textLine: number;
}

const mostCharacters = 1_000_000;

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * @param variables stand for `{{ name }}` anywhere in the front matter.
 * @returns errors with their lines where the file is wrong.
 */
export function readReportFile(
  source: string,
  variables: ReadonlyMap<string, string>,
): ReportFile | readonly TextError[] {
  if (source.length > mostCharacters)
    return [{ line: 1, problem: `the file has more than ${mostCharacters} characters` }];
  const [frontText, yaml] = /^\uFEFF?---\r?\n([^]*?)^---[ \t]*(?:\r?\n|$)/m.exec(source) ?? [];
  if (frontText === undefined || yaml === undefined)
    return [
      {
        line: 1,
        problem:
          "the file does not begin with a front matter: --- and questions, up to another ---",
      },
    ];
  const read = readFront(yaml, source, variables);
  if (!("data" in read)) return read;
  const { data: front, lineOf } = read;
  const values = valuesIn(front);
  const text = source.slice(frontText.length);
  // A key that is nearly one of the file, and that no text names, is meant to be that.
  const mistyped = values.flatMap(([key]) => {
    const near = nearestText(key, Object.keys(known), 1);
    const problem = `there is no ${key}${near}`;
    return near === "" || text.includes(key) ? [] : [{ line: lineOf([key]), problem }];
  });
  if (mistyped.length > 0) return mistyped;
  return {
    front,
    values: new Map([...values, ...variables]),
    text,
    textLine: frontText.split("\n").length - 1,
  };
}

/** @param source the file, for the lines of variables. */
function readFront(yaml: string, source: string, variables: ReadonlyMap<string, string>) {
  const missing: string[] = [];
  const read = readYaml(yaml, shape, {
    before: 1,
    change: (value) => filled(value, variables, missing),
  });
  if (missing.length > 0)
    return missing.map((variable) => ({
      line: source.slice(0, Math.max(0, source.indexOf(`{{ ${variable} }}`))).split("\n").length,
      problem: `{{ ${variable} }} has no value: set it with --set ${variable}=…, or as a column of --each`,
    }));
  if (!("data" in read)) return read;
  const { questions } = read.data;
  const taken = [...variables.keys()].find((variable) => Object.hasOwn(questions, variable));
  if (taken === undefined) return read;
  const problem = `${taken} is the name of a question, and of a value that is set`;
  return [{ line: read.lineOf(["questions", taken]), problem }];
}

/** The texts of the front matter that references can name. */
const valuesIn = (front: FrontMatter): (readonly [string, string])[] =>
  Object.entries(front).flatMap(([key, value]) =>
    Object.hasOwn(known, key) || typeof value === "object" || value === undefined
      ? []
      : [[key, value] as const],
  );

/** Every text with its variables replaced. */
function filled(
  value: unknown,
  variables: ReadonlyMap<string, string>,
  missing: string[],
): unknown {
  if (typeof value === "string")
    return value.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, variable: string) => {
      const text = variables.get(variable);
      if (text === undefined) missing.push(variable);
      return text ?? "";
    });
  if (Array.isArray(value)) return value.map((child) => filled(child, variables, missing));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, filled(child, variables, missing)]),
  );
}
