/** The arguments of a tool as JSON, as flags and as words: each form asks the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { argumentsOf } from "../../src/command/commands/call-arguments.ts";
import { command as call } from "../../src/command/commands/call.ts";
import { parseCommandLine } from "../../src/command/terminal/command.ts";
import { run } from "../helpers/program.ts";
import { tools } from "../../tools/index.ts";

const metricsTool = tools.find(({ name }) => name === "get_profile_metrics");

/** What the command line asks, without the flags of the command. */
const askedBy = (words: readonly string[]): unknown => {
  const { words: commandWords } = parseCommandLine(call, ["get_profile_metrics", ...words]);
  if (metricsTool === undefined) throw new Error("no tool");
  return argumentsOf(metricsTool, "{}", commandWords.slice(1));
};

const values = {
  network: fc.constantFrom("facebook", "x"),
  period: fc.constantFrom("last_week", "2026-10"),
  top: fc.nat(9).map(String),
  plan_only: fc.constantFrom("true", "false"),
  compare_to: fc.constantFrom("previous_period", "2026-09 to 2026-10"),
  metrics: fc.array(fc.constantFrom("views", "rate = insights_reactions / insights_views", "a"), {
    minLength: 1,
    maxLength: 3,
  }),
  labels_not: fc.array(fc.constantFrom("Asia, Pacific", "Europe", "=SUM(A1:A9)"), {
    minLength: 1,
    maxLength: 3,
  }),
};

test("each argument is the same as a flag, with = or without, as a word, repeated, and by commas", () => {
  fc.assert(
    fc.property(
      fc.record(values, { requiredKeys: [] }),
      fc.infiniteStream(fc.nat(5)),
      (expected, forms) => {
        const words = Object.entries(expected).flatMap(([name, value]) => {
          const dashed = name.replaceAll("_", "-");
          const [form = 0] = forms.take(1);
          const flag = form % 2 === 0 ? `--${dashed}` : `--${name}`;
          const texts = typeof value === "string" ? [value] : form < 3 ? [value.join(",")] : value;
          return texts.flatMap((text) =>
            form === 0 ? [flag, text] : form === 1 ? [`${name}=${text}`] : [`${flag}=${text}`],
          );
        });
        expect(askedBy(words)).toEqual(expected);
      },
    ),
  );
});

test("flags of the command win, a word is always the argument, and JSON may stand beside", async () => {
  const words = ["--metrics", "followers", "profiles=Acme US", "--period", "last_week"];
  const flags = ["--sandbox", "--profiles", "20", "--plan-only"];
  const json = '{"network":"facebook","top":9}';
  const { stdout } = await run(["call", "get_profile_metrics", json, ...words, ...flags]);
  expect(stdout).toMatch(/^Plan: facebook, 1 profile, 1 metric/);
});

test.each<[string, readonly string[]]>([
  ["profiles without the sandbox", ["--profiles", "Acme US,Acme UK"]],
  ["a JSON text of a list", ["--profiles", '["Acme US","Acme UK"]']],
  ["a name with a capital", ["Profiles=Acme US", "Profiles=Acme UK"]],
])("a list: %s", (_, words) => {
  const args = askedBy(words);
  expect(Object.values(args ?? {})).toEqual([["Acme US", "Acme UK"]]);
});

test("the name of the tool may follow its arguments", async () => {
  const { stdout } = await run(["call", "--network", "tiktok", "describe_metrics", "--sandbox"]);
  expect(stdout).toMatch(/^tiktok, API version 3/);
});

test.each([
  [
    "--sandbax",
    2,
    "invalid_input: call has no flag --sandbax, and list_profiles no such argument\nThe nearest flag is --sandbox.",
  ],
  ["--serch=Acme", 2, "serch is not an argument"],
  ["extra", 2, 'call does not take "extra"'],
  ["-x", 2, "call has no flag -x"],
])("%s is an error that leads on", async (word, code, problem) => {
  const ran = await run(["call", "list_profiles", "{}", word, "--sandbox"]);
  expect([ran.code, ran.stdout + ran.stderr]).toEqual([code, expect.stringContaining(problem)]);
});
