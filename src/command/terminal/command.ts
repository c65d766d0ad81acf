/** A command is a value; parsing a command line for it is pure. */
import { parseArgs } from "node:util";
import type { Environment } from "../../suite/credentials/settings.ts";
import { nearest } from "../../base/text/nearest.ts";
import type { Report } from "./report.ts";
import { toggle, UsageError, variableOf, type Flags, type Values } from "./flags.ts";

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  readonly summary: string;
  /** The words after its name, one form each. */
  readonly usage?: readonly string[];
  /** Example command lines, without the program and the name of the command. */
  readonly examples: readonly string[];
  readonly flags: F;
  /** Other flags are words `name=value`. False (default): they are errors. */
  readonly takesArguments?: boolean;
  /** The help of what the words after its name select; undefined for the help of the command. */
  help?(words: readonly string[]): string | undefined;
  /**
   * Returns what the entry point prints, unless the command prints itself.
   * @param commands loads all commands of the program.
   */
  run(
    input: Arguments<F>,
    commands: () => Promise<readonly Command[]>,
  ): Report | void | Promise<Report | void>;
}

export interface CommandLine {
  readonly words: readonly string[];
  /** Flags of the command line only: the environment's are not among them. */
  readonly flagTexts: ReadonlyMap<string, readonly string[]>;
}

export interface Arguments<F extends Flags = Flags> extends CommandLine {
  readonly values: Values<F>;
  readonly environment: Environment;
}

export const defineCommand = <F extends Flags>(command: Command<F>): Command<F> => command;

/** The title of the flags that need `--sandbox`. */
export const sandboxSection = "Flags of --sandbox";

export const commonFlags = {
  help: { ...toggle("print help"), short: "h" },
  version: { ...toggle("print the version"), short: "v" },
};

/** Not strict: Node's own errors name neither the nearest flag nor the expected value. */
const tokensOf = (words: readonly string[], flags: Flags) =>
  parseArgs({ args: [...words], options: flags, strict: false, tokens: true }).tokens;

/** Finds the command's name, which may follow flags. @param flags those that may precede it. */
export function splitCommandLine(
  words: readonly string[],
  names: readonly string[],
  flags: Flags,
): { readonly name?: string; readonly rest: readonly string[] } {
  const tokens = tokensOf(words, { ...flags, ...commonFlags });
  const commandToken = tokens.find((token, position) => {
    const before = tokens[position - 1];
    // A word after another command's flag may be the value of that flag.
    const mayBeValue = before?.kind === "option" && !Object.hasOwn(flags, before.name);
    return token.kind === "positional" && (!mayBeValue || names.includes(token.value));
  });
  if (commandToken?.kind !== "positional") return { rest: words };
  return { name: commandToken.value, rest: words.toSpliced(commandToken.index, 1) };
}

/** True for an argument in the form `name=value`. */
export const isNamed = (word: string): boolean => /^[a-z][\w-]*=/i.test(word);

/**
 * Without the sandbox, its flags are arguments too, where the command takes such.
 * @throws UsageError for a flag or a word that the command does not take.
 */
export function parseCommandLine(
  command: Command,
  commandWords: readonly string[],
  environment: Environment = {},
): CommandLine {
  const hasSandbox =
    commandWords.includes("--sandbox") || Boolean(environment[variableOf("sandbox")]);
  const flags = flagsOf(command, hasSandbox);
  const words: string[] = [];
  const flagTexts = new Map<string, string[]>();
  const tokens = tokensOf(commandWords, flags);
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value = "true", inlineValue = false } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    const [near] = flag === undefined ? nearest(name, Object.keys(flags), 1) : [];
    if (flag === undefined && command.takesArguments === true && rawName.startsWith("--")) {
      const next = tokens[at + 1];
      const isPair = !inlineValue && next?.kind === "positional" && !next.value.startsWith("{");
      if (isPair) tokens.splice(at + 1, 1);
      words.push(`${name}=${isPair ? next.value : value}`);
      continue;
    }
    if (flag === undefined) {
      const hint = near === undefined ? "--help lists them" : `the nearest is --${near}`;
      throw new UsageError(`${command.name} has no flag ${rawName}; ${hint}`);
    }
    // A dash alone is a file: stdout.
    const isFlag = value.startsWith("-") && value !== "-";
    const hasValue = inlineValue || (token.value !== undefined && !isFlag);
    if (hasValue !== (flag.kind !== undefined))
      throw new UsageError(`${rawName} takes ${flag.kind?.expected ?? "no value"}`);
    flagTexts.set(name, [...(flagTexts.get(name) ?? []), value]);
  }
  const most = Math.max(0, ...(command.usage ?? []).map((form) => form.split(" ").length));
  const counted = command.takesArguments === true ? words.filter((word) => !isNamed(word)) : words;
  if (counted.length <= most) return { words, flagTexts };
  throw new UsageError(`${command.name} does not take ${JSON.stringify(counted[most])}`);
}

const flagsOf = (command: Command, hasSandbox: boolean): Flags =>
  Object.fromEntries(
    Object.entries({ ...command.flags, ...commonFlags }).filter(
      ([, { section }]) =>
        command.takesArguments !== true || hasSandbox || section !== sandboxSection,
    ),
  );

/** Flags take precedence over the environment, the environment over defaults. @throws UsageError */
export function readArguments<F extends Flags>(
  { flags }: Command<F>,
  line: CommandLine,
  environment: Environment,
): Arguments<F> {
  const values = Object.entries(flags).map(([name, flag]): unknown[] => {
    const texts = line.flagTexts.get(name);
    const variable = flag.hasVariable === true ? environment[variableOf(name)] : undefined;
    const isSet = flag.rejectsEmpty === true ? variable !== undefined : Boolean(variable);
    if (texts !== undefined || variable === undefined || !isSet)
      return [name, flag.read(texts ?? [], `--${name}`)];
    return [name, flag.read([variable], variableOf(name))];
  });
  return { ...line, environment, values: Object.fromEntries(values) };
}
