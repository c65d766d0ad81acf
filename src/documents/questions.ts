/** The questions of a report as calls of tools: with the defaults, and within the scope. */
import { inputError } from "../errors/tool-error.ts";
import { choosing } from "../replies/services.ts";
import type { FrontMatter } from "./report-file.ts";

export interface ReportQuestion {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments of read_result, which makes a piece of the answer. */
  readonly read?: Readonly<Record<string, unknown>> | undefined;
  /** The scope of a question for posts, whose profiles are not known yet. */
  readonly scope?: ReportScope | undefined;
}

export type ReportScope = NonNullable<FrontMatter["scope"]>;

export const metricsTools: readonly string[] = ["get_profile_metrics", "get_profile_metrics_v2"];
export const postsTools: readonly string[] = ["list_facebook_posts", "list_linkedin_posts"];

/**
 * @param argumentsOf the names of the arguments of a tool.
 * @throws ToolError `invalid_input`
 */
export const questionsOf = (
  { questions, defaults, scope }: Pick<FrontMatter, "questions" | "defaults" | "scope">,
  argumentsOf: (tool: string) => readonly string[],
): ReportQuestion[] =>
  Object.entries(questions).map(([name, { tool = "get_profile_metrics", read, ...own }]) => {
    if (![...metricsTools, ...postsTools].includes(tool))
      throw inputError(
        `the question ${name} has the tool ${JSON.stringify(tool.slice(0, 80))}`,
        `A report asks ${[...metricsTools, ...postsTools].join(", ")}.`,
      );
    const taken = argumentsOf(tool);
    const usual = Object.entries(defaults).filter(([argument]) => taken.includes(argument));
    const args = { ...Object.fromEntries(usual), ...own };
    if (scope === undefined) return { name, tool, args, read };
    // Tools of posts have no labels: the scope is resolved when they are asked.
    if (!metricsTools.includes(tool)) return { name, tool, args, read, scope };
    return { name, tool, args: withScope(name, args, scope), read };
  });

/** The arguments that choose profiles. */
export const chosenIn = (args: ReportQuestion["args"]): ReportQuestion["args"] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => choosing.includes(name)));

/** The texts of an argument that takes a list, or one of them. */
export const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one) => typeof one === "string");

/** A question chooses within the scope, never beyond it. */
export function withScope(
  question: string,
  args: Readonly<Record<string, unknown>>,
  { labels, profiles, ...others }: ReportScope,
): Record<string, unknown> {
  const listOf = (name: string): string[] => textsIn(args[name]);
  const scoped: Record<string, unknown> = { ...args };
  for (const [name, list] of Object.entries(others))
    scoped[name] = [...listOf(name), ...(list ?? [])];
  const beyond = (what: string): Error =>
    inputError(
      `the question ${question} chooses ${what}, and so does the scope`,
      "Leave one of them out: a question chooses within the scope.",
    );
  if (labels !== undefined && listOf("labels").length === 0) scoped["labels"] = labels;
  else if (labels !== undefined && labels.length === 1)
    scoped["labels_all"] = [...textsIn(scoped["labels_all"]), ...labels];
  else if (labels !== undefined) throw beyond("labels");
  if (profiles !== undefined) {
    const chosen = listOf("profiles");
    if (chosen.some((name) => !profiles.includes(name))) throw beyond("profiles");
    scoped["profiles"] = chosen.length > 0 ? chosen : profiles;
  }
  return scoped;
}
