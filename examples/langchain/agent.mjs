/** An agent of LangChain that asks the sandbox: node agent.mjs MODEL QUESTION, such as anthropic:claude-sonnet-5 with @langchain/anthropic. */
import { pathToFileURL } from "node:url";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { createAgent } from "langchain";

/** Starts the server. Without --sandbox, it uses the stored login. */
const [command, ...args] = (process.env.SERVER ?? "npx -y social-analytics-mcp").split(" ");
const server = { command, args: [...args, "--sandbox"] };

/** @param model a chat model, or the name of one. */
export async function answer(model, question) {
  const mcpServers = { "social-analytics": { transport: "stdio", ...server } };
  const client = new MultiServerMCPClient({ mcpServers });
  try {
    const agent = createAgent({
      model,
      tools: await client.getTools(),
      systemPrompt: "State what the first line of each reply says is missing.",
    });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: question }] });
    return messages.at(-1).text;
  } finally {
    await client.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await answer(process.argv[2], process.argv[3]));
