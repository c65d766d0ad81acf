/** The questions of a report as calls of tools, with the defaults. */
import { inputError } from "../../base/errors/tool-error.ts";
import { choosing } from "../../answers/replies/services.ts";
import type { FrontMatter } from "./report-file.ts";

export interface ReportQuestion {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments of read_result, which makes a piece of the answer. */
  readonly read?: Readonly<Record<string, unknown>> | undefined;
}

export const metricsTools: readonly string[] = ["get_profile_metrics", "get_profile_metrics_v2"];
export const postsTools: readonly string[] = ["list_facebook_posts", "list_linkedin_posts"];

/**
 * @param argumentsOf the names of the arguments of a tool.
 * @throws ToolError `invalid_input`
 */
export const questionsOf = (
  { questions, defaults }: Pick<FrontMatter, "questions" | "defaults">,
  argumentsOf: (tool: string) => readonly string[],
): ReportQuestion[] =>
  Object.entries(questions).map(([name, { tool = "get_profile_metrics", read, ...args }]) => {
    if (![...metricsTools, ...postsTools].includes(tool))
      throw inputError(
        `the question ${name} has the tool ${JSON.stringify(tool.slice(0, 80))}`,
        `A report asks ${[...metricsTools, ...postsTools].join(", ")}.`,
      );
    const taken = argumentsOf(tool);
    return { name, tool, args: { ...usualFor(tool, taken, defaults), ...args }, read };
  });

/** The defaults that a tool takes. Posts are compared only where their own question says so. */
export const usualFor = (
  tool: string,
  taken: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(defaults).filter(
      ([argument]) =>
        taken.includes(argument) && !(argument === "compare_to" && postsTools.includes(tool)),
    ),
  );

/** The arguments that choose profiles. */
export const chosenIn = (args: ReportQuestion["args"]): ReportQuestion["args"] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => choosing.includes(name)));

/** The texts of an argument that takes a list, or one of them. */
export const textsIn = (value: unknown): string[] =>
  [value].flat().filter((text) => typeof text === "string");
