/** The agent of examples/langchain, installed as its readers install it, with a model that is a script. */
import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli } from "../helpers/process.ts";

/** Calls a tool, then answers with the first line of its reply. */
const script = `
  import { BaseChatModel } from "@langchain/core/language_models/chat_models";
  import { AIMessage } from "@langchain/core/messages";
  import { answer } from "./agent.mjs";

  class Script extends BaseChatModel {
    _llmType() {
      return "script";
    }
    bindTools(tools) {
      return Object.assign(this, { names: tools.map(({ name }) => name) });
    }
    async _generate(messages) {
      const last = messages.at(-1);
      const args = { network: "facebook", name_contains: "Acme US" };
      const message = last.type === "tool"
        ? new AIMessage(this.names.length + " tools: " + last.text.split("\\n", 1)[0])
        : new AIMessage({ content: "", tool_calls: [{ id: "1", name: "list_profiles", args }] });
      return { generations: [{ text: message.text, message }] };
    }
  }
  console.log(await answer(new Script({}), "Which profile is Acme US?"));
`;

test("an agent of LangChain loads the tools, calls one and reads its reply", () => {
  const cwd = temporaryFolder();
  cpSync(join(import.meta.dirname, "../../examples/langchain"), cwd, { recursive: true });
  writeFileSync(join(cwd, "script.mjs"), script);
  const SERVER = `${process.execPath} ${cli}`;
  const env = { PATH: process.env["PATH"], HOME: cwd, SERVER };
  const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  execFileSync("npm", words, { cwd, env, stdio: "pipe" });
  const shown = execFileSync(process.execPath, ["script.mjs"], { cwd, env, encoding: "utf8" });
  expect(shown).toMatch(/^13 tools: facebook: 1 of 120 profiles/);
});
