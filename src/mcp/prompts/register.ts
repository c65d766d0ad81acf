/** Offers prompts to clients: their arguments with what completes them, their text as one message. */
import { completable, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Prompt, PromptArgument } from "./prompt.ts";
import type { ToolServices } from "../tool.ts";

type Services = Pick<ToolServices, "session">;

export function registerPrompt(server: McpServer, prompt: Prompt, services: Services): void {
  const { name, title, description } = prompt;
  const shape = Object.entries(prompt.arguments).map(
    ([key, argument]) => [key, withCompletion(argument, services)] as const,
  );
  const argsSchema = z.strictObject(Object.fromEntries(shape));
  server.registerPrompt(name, { title, description, argsSchema }, (values) => {
    const text = prompt.write(values);
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

function withCompletion(
  { description, schema, optional, completes }: PromptArgument,
  services: Services,
): z.ZodType<string | undefined, string | undefined> {
  // A copy: what completes is written into the schema, and every server has its own.
  const completed = completable(schema.describe(description), async (value, context) => {
    const { complete } = await import("../engine.ts");
    return complete(completes, { value, given: context?.arguments ?? {}, services });
  });
  return optional === true ? completed.optional().describe(description) : completed;
}
