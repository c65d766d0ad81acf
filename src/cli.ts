#!/usr/bin/env node
/** The composition root: arguments to one command. What a command needs is loaded when it is asked for. */
import { version } from "../package.json";
import { help } from "./commands/help.ts";
import { readOptions, UsageError, type Options } from "./commands/options.ts";
import { serve } from "./commands/serve.ts";
import { complain, print } from "./commands/terminal.ts";

const commands: Readonly<Record<string, (options: Options) => void | Promise<void>>> = {
  serve,
  call: async (options) => (await import("./commands/call.ts")).call(options),
  tools: async (options) => (await import("./commands/tools.ts")).listTools(options),
  sandbox: async (options) => (await import("./commands/sandbox.ts")).sandbox(options),
  demo: async () => (await import("./commands/demo.ts")).demo(),
};

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.version) return print(version);
  if (options.help) return print(help);
  const command = Object.hasOwn(commands, options.command) ? commands[options.command] : undefined;
  if (command === undefined) throw new UsageError(`there is no command ${options.command}`);
  await command(options);
}

main().catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) complain("social-analytics-mcp --help shows how to call it.");
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
