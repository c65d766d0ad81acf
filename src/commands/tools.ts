/** Lists the tools with what each costs every model that they are shown to. */
import { tools } from "../../tools/index.ts";
import { listedSchema } from "../mcp/input.ts";
import { estimateTokens } from "../table/tokens.ts";
import { print } from "./terminal.ts";

export function listTools(): void {
  const costs = tools.map(({ name, title, description, input }) => {
    const inputSchema = listedSchema(input)["~standard"].jsonSchema.input({
      target: "draft-2020-12",
    });
    return {
      name,
      description,
      tokens: estimateTokens(JSON.stringify({ name, title, description, inputSchema })),
    };
  });
  for (const { name, description, tokens } of costs) {
    print(`${name} (about ${tokens} tokens)\n  ${description}`);
  }
  print(
    `\n${costs.length} tools, about ${costs.reduce((sum, { tokens }) => sum + tokens, 0)} tokens in all`,
  );
}
