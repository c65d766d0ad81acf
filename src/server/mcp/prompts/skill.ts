/** A prompt as a skill: with the values of an example, and what to replace. The plugin ships its text, and the server serves it. */
import { headlineMetrics } from "../../../catalog/headlines.ts";
import { promptText, type Prompt } from "./prompt.ts";

export const skillName = ({ name }: Prompt): string => name.replaceAll("_", "-");

const examples: Readonly<Record<string, string>> = {
  network: "facebook",
  period: "last_month",
  label: "LABEL",
};

const withoutServer =
  "Run each call as `npx -y social-analytics-mcp call TOOL 'ARGUMENTS' --json`: the numbers are in the document by name, such as `total.insights_views.now`, and an error has `advice`. Write a report as a file of questions and a text with references to their numbers, and render it with `npx -y social-analytics-mcp report FILE.md --out FILE.html`: it rejects what cannot be resolved. `--help` after each command lists what it takes.";

/** The text of SKILL.md. */
export function skillText(prompt: Prompt): string {
  const taken = Object.entries(prompt.arguments);
  const values = valuesOf(prompt);
  const lines = taken.map(([name, { description, optional, values: accepted }]) => {
    const choices = accepted === undefined ? "" : ` One of ${accepted.join(", ")}.`;
    const example = optional === true ? " Optional." : ` In the text below: ${values[name]}.`;
    return `- \`${name}\`: ${description}${choices}${example}`;
  });
  const metrics = Object.entries(headlineMetrics).map(
    ([network, names]) => `- ${network}: ${JSON.stringify(names)}`,
  );
  const description = `${prompt.description} Use when ${prompt.occasion}. Uses the tools of the MCP server social-analytics.`;
  return [
    "---",
    `name: ${skillName(prompt)}`,
    `description: ${JSON.stringify(description)}`,
    "---",
    "",
    `# ${prompt.title}`,
    "",
    "Take these from what the user says, and ask only for what is needed and unclear:",
    "",
    ...lines,
    ...("network" in prompt.arguments
      ? ["", "For another network than facebook, name its metrics in the calls:", "", ...metrics]
      : []),
    "",
    "## Steps",
    "",
    promptText(prompt, values),
    "",
    "## With a terminal and no MCP server",
    "",
    withoutServer,
    "",
  ].join("\n");
}

/** The values of the arguments that are needed: usual ones, unless only others are accepted. */
function valuesOf(prompt: Prompt): Readonly<Record<string, string>> {
  const needed = Object.entries(prompt.arguments).filter(([, { optional }]) => optional !== true);
  return Object.fromEntries(
    needed.map(([name, { values: accepted = [] }]) => {
      const usual = examples[name] ?? name;
      return [name, accepted.includes(usual) ? usual : (accepted[0] ?? usual)];
    }),
  );
}
