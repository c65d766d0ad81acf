#!/usr/bin/env node
/** The composition root: arguments to one command. What a command needs is loaded when it is asked for. */
import { version } from "../package.json";
import { help } from "./commands/help.ts";
import { UsageError } from "./commands/flags.ts";
import { readOptions, type Options } from "./commands/options.ts";
import { serve } from "./commands/serve.ts";
import { complain, print, programName } from "./commands/terminal.ts";

type Command = (options: Options) => void | Promise<void>;

/** Loaded when one is asked for, and the others with it: fewer files to read at the start. */
const others = [
  "http",
  "token",
  "call",
  "tools",
  "sandbox",
  "demo",
  "login",
  "logout",
  "status",
  "doctor",
] as const;

const commands = new Map<string, Command>([
  ["serve", serve],
  ...others.map((name): [string, Command] => [
    name,
    async (options) => (await import("./commands/others.ts"))[name](options),
  ]),
]);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.version) return print(version);
  if (options.help) return print(help);
  const command = commands.get(options.command);
  if (command === undefined) throw new UsageError(`there is no command ${options.command}`);
  await command(options);
}

main().catch((error: unknown) => {
  const problem = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? "usage" : "internal_error";
  if (process.argv.includes("--json")) print(JSON.stringify({ error: { code, problem } }));
  complain(problem);
  if (error instanceof UsageError) complain(`${programName()} --help shows how to call it.`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
