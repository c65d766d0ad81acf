#!/usr/bin/env node
/** The entry point: from the command line to one command. Only `serve` is loaded at the start. */
import { version } from "../../package.json";
import { useProxies } from "../suite/api/proxies.ts";
import { nearest } from "../base/text/nearest.ts";
import { parseCommandLine, readArguments, splitCommandLine } from "./terminal/command.ts";
import type { Command } from "./terminal/command.ts";
import { UsageError, type Flags, type Values } from "./terminal/flags.ts";
import { commandHelp, generalHelp } from "./terminal/help.ts";
import { printFailure, printReport } from "./terminal/report.ts";
import * as serve from "./commands/serve.ts";
import { complain, print } from "./terminal/output.ts";
import { endOnSignals } from "./terminal/signals.ts";
import { levels, logTo } from "../base/log/log.ts";

const commands = new Map<string, () => Promise<{ readonly command: Command }>>([
  ["serve", async () => serve],
  ["http", () => import("./commands/http.ts")],
  ["call", () => import("./commands/call.ts")],
  ["report", () => import("./commands/report.ts")],
  ["digest", () => import("./commands/digest.ts")],
  ["tools", () => import("./commands/tools.ts")],
  ["sandbox", () => import("./commands/sandbox.ts")],
  ["demo", () => import("./commands/demo.ts")],
  ["login", () => import("./commands/login.ts")],
  ["logout", () => import("./commands/logout.ts")],
  ["status", () => import("./commands/status.ts")],
  ["doctor", () => import("./commands/doctor.ts")],
  ["check-api", () => import("./commands/check-api.ts")],
  ["clean", () => import("./commands/clean.ts")],
  ["token", () => import("./commands/token.ts")],
  ["caller", () => import("./commands/caller.ts")],
  ["completion", () => import("./commands/completion.ts")],
]);

const names = [...commands.keys()];
const words = process.argv.slice(2);
const { name, rest } = splitCommandLine(words, [...names, "help"], serve.command.flags);

async function main(): Promise<void> {
  endOnSignals();
  useProxies(process.env);
  // `help`, `help COMMAND` and `version` are words for the flags.
  if (name === "version" || words.includes("--version")) return print(version);
  const isWord = (word: string): boolean => word !== "help" && !word.startsWith("-");
  const [helped] = name === "help" ? rest.filter(isWord) : [name];
  const load = commands.get(helped ?? "serve");
  if (load === undefined) {
    const [near] = nearest(helped ?? "", [...names, "help", "version"], 1);
    const hint = near === undefined ? "help lists them" : `the nearest is ${near}`;
    throw new UsageError(`there is no command ${JSON.stringify(helped)}; ${hint}`);
  }
  const { command } = await load();
  const line = parseCommandLine(
    command,
    name === "help" ? [...rest.filter(isWord).slice(1), "--help"] : rest,
    process.env,
  );
  if (line.flagTexts.has("version")) return print(version);
  if (line.flagTexts.has("help") && helped !== undefined)
    return print(command.help?.(line.words) ?? commandHelp(command));
  if (line.flagTexts.has("help")) return print(generalHelp(await allCommands()));
  const input = readArguments<Flags>(command, line, process.env);
  await useCatalogue(input.values);
  const report = await command.run(input, allCommands);
  if (report !== undefined) printReport(report, line.flagTexts.has("json"));
}

const allCommands = async (): Promise<readonly Command[]> =>
  (await Promise.all([...commands.values()].map((load) => load()))).map(({ command }) => command);

/** Before the command runs: it validates names against the catalogue. */
async function useCatalogue({ catalog, "log-level": level }: Values<Flags>): Promise<void> {
  if (typeof catalog !== "string") return;
  const { useOwnCatalogue } = await import("./compose/own-catalogue.ts");
  useOwnCatalogue(
    catalog,
    logTo(complain, levels.find((logLevel) => logLevel === level) ?? "warn", Date.now),
  );
}

/** Settles when the command has done its work; a server then serves. */
export const ended = main().catch((error: unknown) => {
  const known = names.find((commandName) => commandName === (name ?? "serve"));
  printFailure(error, known, words.includes("--json"));
});
