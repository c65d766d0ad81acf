/** Flags and help of every command, in process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  commonFlags,
  parseCommandLine,
  readArguments,
  splitCommandLine,
  type Command,
} from "../../src/command/terminal/command.ts";
import { UsageError } from "../../src/command/terminal/flags.ts";
import { commandHelp, generalHelp } from "../../src/command/terminal/help.ts";
import { command as serve } from "../../src/command/commands/serve.ts";
import { commandsOfProgram } from "../helpers/commands-of-program.ts";
import { readServing } from "../../src/command/terminal/shared-flags.ts";

const commands = await commandsOfProgram();

const names = commands.map(({ name }) => name);
const flagsOf = ({ flags }: Command): string[] => Object.keys({ ...flags, ...commonFlags });
const allFlags = [...new Set(commands.flatMap(flagsOf))];

function usageErrorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "no error";
}

test("cli.ts loads every command by its name", () => {
  const text = readFileSync(join(import.meta.dirname, "../../src/command/cli.ts"), "utf8");
  const table = [...text.matchAll(/^ {2}\["([\w-]+)", (?:.*\/([\w-]+)\.ts)?/gm)];
  expect(new Set(table.map(([, name]) => name))).toEqual(new Set(names));
  expect(table.flatMap(([, name, file = name]) => (file === name ? [] : [name]))).toEqual([]);
});

/** Flags that are no flags of `call` are arguments of its tool. */
const strict = commands.filter(({ takesArguments }) => takesArguments !== true);

test.each(strict.map((command) => [command.name, command] as const))(
  "%s rejects every flag of the other commands, and names a flag that is near",
  (name, command) => {
    const flags = flagsOf(command);
    const foreign = allFlags.filter((flag) => !flags.includes(flag));
    expect(foreign).not.toEqual([]);
    for (const flag of foreign) {
      const problem = usageErrorOf(() => parseCommandLine(command, [`--${flag}`, "x"]));
      const [, said, near] =
        /^[\w-]+ has no flag --(\S+); (?:the nearest is --(\S+)|--help lists them)$/.exec(
          problem,
        ) ?? [];
      expect([problem.split(" ")[0], said]).toEqual([name, flag]);
      expect([undefined, ...flags]).toContain(near);
    }
  },
);

test.each(commands.map((command) => [command.name, command] as const))(
  "%s accepts each of its own flags, and rejects a wrong number of words and values",
  (_name, command) => {
    for (const [flag, { kind }] of Object.entries({ ...command.flags, ...commonFlags })) {
      const [good, bad] =
        kind === undefined ? [[`--${flag}`], `--${flag}=x`] : [[`--${flag}`, "x"], `--${flag}`];
      // Of `call`, the flags of the sandbox are its own with the sandbox alone.
      const environment = { SOCIAL_ANALYTICS_SANDBOX: "1" };
      expect([...parseCommandLine(command, good, environment).flagTexts.keys()]).toEqual([flag]);
      const problem = usageErrorOf(() => parseCommandLine(command, [bad], environment));
      expect(problem).toBe(`--${flag} takes ${kind?.expected ?? "no value"}`);
    }
    const problem = usageErrorOf(() => parseCommandLine(command, ["a", "b", "c"]));
    expect(problem).toMatch(/^[\w-]+ does not take "[abc]"$/);
  },
);

test.each([
  ["serve", ["--max-requests", "0"], "--max-requests takes a whole number of at least 1, not "],
  ["serve", ["--deadline", "1.5"], "--deadline takes a whole number of at least 1, not "],
  ["serve", ["--log-level", "loud"], "--log-level takes one of error, warn, info, debug, not "],
  [
    "serve",
    ["--toolsets", "posts,all"],
    "--toolsets takes some of reference, metrics, charts, posts, v2",
  ],
  ["serve", ["--account", ""], '--account takes NAME, not ""'],
  ["serve", ["--account", "--sandbox"], "--account takes NAME"],
  ["sandbox", ["--fail", "nothing=1"], "--fail takes OPERATION=CODE, where OPERATION is one of"],
  ["sandbox", ["--fail", "user=0"], "--fail takes OPERATION=CODE"],
  ["sandbox", ["--rotate", "often"], "--rotate takes one of near-expiry, always, not "],
  ["http", ["--auth", "secret"], "--auth takes tokens:FILE"],
  ["http", ["--allowed-host", "https://a.example"], "--allowed-host takes a name without port"],
  ["http", ["--allowed-host", "a.example:3000"], "--allowed-host takes a name without port"],
  ["http", ["--allowed-host", "*"], "--allowed-host takes a name without port"],
  ["http", ["--allowed-origin", "a.example"], "--allowed-origin takes an origin such as"],
  ["http", ["--allowed-origin", "https://A.example:443"], "--allowed-origin takes an origin such"],
])("%s %j says what it expects", (name, words, problem) => {
  expect(usageErrorOf(() => read(name, words))).toContain(problem);
});

function read(name: string, words: readonly string[], environment = {}): unknown {
  const command = commands.find((candidate) => candidate.name === name) ?? serve;
  return readArguments(command, parseCommandLine(command, words), environment).values;
}

const served = (
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ReturnType<typeof readServing> =>
  readServing(readArguments(serve, parseCommandLine(serve, words), environment));

test("flags take precedence over the environment, and the environment over defaults", () => {
  const environment = {
    SOCIAL_ANALYTICS_ACCOUNT: "set",
    SOCIAL_ANALYTICS_TOOLSETS: "reference, v2",
    SOCIAL_ANALYTICS_STRUCTURED: "1",
    SOCIAL_ANALYTICS_MAX_ANSWER_TOKENS: "700",
    SOCIAL_ANALYTICS_MAX_REQUESTS: "7",
    SOCIAL_ANALYTICS_DEADLINE: "",
    SOCIAL_ANALYTICS_SETTLED_AFTER: "8",
    SOCIAL_ANALYTICS_LOG_LEVEL: "debug",
    SOCIAL_ANALYTICS_PROFILES: "9",
  };
  expect(served(["--max-requests", "3", "--account=given"], environment)).toMatchObject({
    account: "given",
    toolsets: ["reference", "v2"],
    structured: true,
    settings: { maxAnswerTokens: 700, maxRequests: 3, settledAfterDays: 8, weekStartsOn: 1 },
    deadlineSeconds: 50,
    logLevel: "debug",
  });
  expect(served([])).toMatchObject({
    useSandbox: false,
    account: undefined,
    toolsets: ["reference", "metrics", "charts", "posts"],
    structured: false,
    settings: { maxAnswerTokens: 6000, maxRequests: 50, settledAfterDays: 7, weekStartsOn: 1 },
    logLevel: "warn",
  });
  expect(read("token", [], { SOCIAL_ANALYTICS_AUTH: "tokens:/t" })).toMatchObject({
    auth: { tokens: "/t" },
  });
});

test("an error of the environment names the variable", () => {
  const environment = { SOCIAL_ANALYTICS_DEADLINE: "soon" };
  expect(usageErrorOf(() => served([], environment))).toMatch(/^SOCIAL_ANALYTICS_DEADLINE takes a/);
});

test("the sandbox excludes a base URL and an account, and its flags need it", () => {
  const environment = { SOCIAL_ANALYTICS_SANDBOX: "1" };
  expect(served([], environment).useSandbox).toBe(true);
  expect(served(["--profiles", "3"], environment).sandbox.profiles).toBe(3);
  expect(served(["--account", "work"], environment).useSandbox).toBe(false);
  expect(served(["--base-url", "http://127.0.0.1"], environment).useSandbox).toBe(false);
  for (const flag of ["base-url", "account"]) {
    const problem = usageErrorOf(() => served(["--sandbox", `--${flag}`, "x"], environment));
    expect(problem).toBe(`--sandbox and --${flag} exclude each other`);
  }
  expect(usageErrorOf(() => served(["--profiles", "3"]))).toBe("--profiles needs --sandbox");
  const { sandbox } = served(["--sandbox", "--fail", "user=99", "--fail=profiles=7"]);
  expect(sandbox.failures).toEqual({ user: 99, profiles: 7 });
});

test.each<[string, string | undefined, string]>([
  ["", undefined, ""],
  ["--sandbox", undefined, "--sandbox"],
  ["call x --csv f", "call", "x --csv f"],
  ["--sandbox call x", "call", "--sandbox x"],
  ["--account status call x", "call", "--account status x"],
  ["--port 3000 http", "http", "--port 3000"],
  ["--port 3000", undefined, "--port 3000"],
  ["--json status", "status", "--json"],
  ["token add http", "token", "add http"],
  ["cal tools", "cal", "tools"],
  ["--sandbox cal", "cal", "--sandbox"],
])("of %j the command is %s", (words, name, rest) => {
  const split = splitCommandLine(words.split(" ").filter(Boolean), names, serve.flags);
  expect([split.name, split.rest.join(" ")]).toEqual([name, rest]);
});

test.each(commands.map((command) => [command.name, command] as const))(
  "help of %s",
  async (name, command) => {
    await expect(`${commandHelp(command)}\n`).toMatchFileSnapshot(`help/${name}.txt`);
  },
);

test.each(
  commands.flatMap((command) => command.examples.map((words) => [command, words] as const)),
)("the example %o %s is understood", (command, words) => {
  // As a shell divides it.
  const divided = words.match(/'[^']*'|\S+/g) ?? [];
  const line = parseCommandLine(
    command,
    divided.map((word) => word.replaceAll("'", "")),
  );
  expect(() => readArguments(command, line, {})).not.toThrow();
});

test("general help", async () => {
  await expect(`${generalHelp(commands)}\n`).toMatchFileSnapshot("help/general.txt");
});

test("an account given twice is one account; several are a choice, also in the environment", () => {
  expect(served(["--account", "a"])).toMatchObject({ account: "a", accounts: ["a"] });
  expect(served(["--account", "a", "--account", "a"])).toMatchObject({
    account: "a",
    accounts: ["a"],
  });
  const several = { account: "a", accounts: ["a", "b"] };
  expect(served(["--account", "a", "--account", "b"])).toMatchObject(several);
  const environment = { SOCIAL_ANALYTICS_ACCOUNT: "a, b" };
  expect(served([], environment)).toMatchObject(several);
  expect(usageErrorOf(() => read("call", ["x"], environment))).toBe(
    "SOCIAL_ANALYTICS_ACCOUNT names several logins: choose one with --account NAME",
  );
  expect(usageErrorOf(() => read("http", ["--issuer", "https://a:b@id.example.com"]))).toContain(
    "--issuer takes a URL",
  );
});
