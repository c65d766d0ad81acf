#!/usr/bin/env node
/** The composition root: arguments to one command. What a command needs is loaded when it is asked for. */
import { version } from "../package.json";
import { help } from "./commands/help.ts";
import { readOptions, UsageError, type Options } from "./commands/options.ts";
import { serve } from "./commands/serve.ts";
import { complain, print } from "./commands/terminal.ts";

type Command = (options: Options) => void | Promise<void>;

/** Loaded when it is asked for, and the others with it: fewer files to read at the start. */
const other =
  (name: "call" | "tools" | "sandbox" | "demo"): Command =>
  async (options) =>
    (await import("./commands/others.ts"))[name](options);

const commands: Readonly<Record<string, Command>> = {
  serve,
  call: other("call"),
  tools: other("tools"),
  sandbox: other("sandbox"),
  demo: other("demo"),
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
