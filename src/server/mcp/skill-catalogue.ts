/** The prompts as a catalogue of skills, each with the digest of its text. */
import type { CacheHint } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { Prompt } from "./prompts/prompt.ts";
import { skillName, skillText } from "./prompts/skill.ts";

export function skillCatalogue(
  prompts: readonly Prompt[],
  cacheHint: CacheHint,
): Promise<SkillsExtension> {
  const files = prompts.map((prompt) => [`${skillName(prompt)}/SKILL.md`, skillText(prompt)]);
  return SkillsExtension.load(memorySkillFiles(Object.fromEntries(files)), {
    cacheHint,
    strict: true,
  });
}
