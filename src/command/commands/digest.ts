/** Prints the news of the account since the last run, by the rules of a file. */
import { groupBy } from "../../numbers/cells/group-by.ts";
import exampleRules from "../../../examples/digest.yaml";
import { judgeRules, type Failure } from "../compose/digest-answers.ts";
import { readState, report, stateFileOf } from "../compose/digest-state.ts";
import { argumentsOf } from "../compose/report-answers.ts";
import { readText } from "../compose/report-files.ts";
import { processServices } from "../compose/services.ts";
import { toolCaller } from "../compose/tool-caller.ts";
import { briefly } from "../../suite/connection/call-context.ts";
import { viewWithin } from "../../suite/connection/scope.ts";
import { readRules } from "../../writing/digest/rules.ts";
import {
  advance,
  currentOf,
  mostFindings,
  type News,
  type Run,
} from "../../writing/digest/state.ts";
import { newsLines } from "../../writing/digest/text.ts";
import { defineCommand, type Arguments } from "../terminal/command.ts";
import { toggle, UsageError } from "../terminal/flags.ts";
import { complain, print, printed } from "../terminal/output.ts";
import { exitCodeOf, exitCodeOfAll, failureText, shownError } from "../terminal/report.ts";
import { callFlags, connectionFlags, jsonFlag } from "../terminal/shared-flags.ts";
import { readCalls, readConnection } from "../terminal/shared-flags.ts";
import { plural } from "../../base/text/words.ts";

/** The exit code where there is news, so that a script can tell it from none and from errors. */
const newsCode = 10;

const flags = {
  example: toggle("print a file of rules that are ready to use"),
  // oxlint-disable-next-line id-denylist -- the flag --all
  all: toggle("print all that holds now, and remember nothing"),
  again: toggle("print all of the last news again, without a request"),
  markdown: toggle("print Markdown"),
  "exit-zero": toggle("exit with 0 where there is news, not with 10"),
  ...jsonFlag,
  ...connectionFlags,
  ...callFlags,
};

type Input = Arguments<typeof flags>;

export const command = defineCommand({
  name: "digest",
  summary: "print what is new since the last run, by a file of rules",
  examples: ["--example", "rules.yaml", "rules.yaml --markdown --exit-zero"],
  usage: ["[FILE]"],
  flags,
  async run(input) {
    const { values } = input;
    if (values.example) return print(exampleRules.trimEnd());
    const path = readPath(input);
    const rules = readRules(await readText(path), argumentsOf);
    if ("errors" in rules) {
      complain(rules.errors.map(({ line, problem }) => `${path}:${line}: ${problem}`).join("\n"));
      process.exitCode = 2;
      return;
    }
    const settings = { ...readConnection(input), ...readCalls(values) };
    const shared = processServices(settings);
    const connection = await shared.connectionOf()();
    const view = viewWithin([settings.labels]);
    const lists = () => connection.forCall({ ...briefly(settings.deadlineSeconds), view }).lists;
    const state = await stateFileOf(path, connection.authorization.identity, settings.labels);
    const call = await toolCaller(settings, input.environment, shared);
    const { failures, ...outcome } = values.again
      ? { failures: [], judgements: new Map(), labelsOf: () => [], hasPage: () => undefined }
      : await judgeRules({ call, lists, path }, rules);
    const run = { ...outcome, rules, now: Date.now() };
    const show = async (news: readonly News[]): Promise<void> => {
      if (values.json) return printed(asJson({ news, failures: failures.map(jsonOf) }));
      if (news.length === 0) return;
      const rest = values.all || values.again ? undefined : `digest ${path} --again prints all`;
      await printed(newsLines(news, values.markdown ? "markdown" : "text", rest).join("\n"));
    };
    const stored = values.again || values.all ? await readState(state) : undefined;
    const current = stored && (values.again ? stored.last : currentOf(stored, run));
    if (current !== undefined) await show(current);
    const shown = current ?? (await report(state, (before) => advance(before, run), show));
    complainOfRun(run, failures);
    if (failures.length > 0)
      process.exitCode = exitCodeOfAll(failures.map(({ error }) => exitCodeOf(error)));
    else if (shown.length > 0 && !values["exit-zero"]) process.exitCode = newsCode;
  },
});

/** The file of the rules. @throws UsageError for a command line that cannot be understood. */
function readPath({ words: [path], values }: Input): string {
  if (path === undefined)
    throw new UsageError("digest takes FILE", {
      next: "digest --example prints one with rules that are ready to use.",
    });
  if (values.json && values.markdown) throw new UsageError("choose --json or --markdown");
  if (values.all && values.again) throw new UsageError("choose --all or --again");
  return path;
}

/** Complains of what the news lack: rules that failed, and findings beyond the limit. */
function complainOfRun(
  { rules, judgements }: Pick<Run, "rules" | "judgements">,
  failures: readonly Failure[],
): void {
  for (const group of groupBy(failures, ({ error }) => error.message)) {
    const names = new Set(group.map(({ rule }) => rule));
    complain(`${[...names].join(", ")}: ${failureText(shownError(group[0].error))}`);
  }
  for (const [name, { findings }] of judgements)
    if (findings.length > mostFindings)
      complain(`${name}: only the largest ${mostFindings} of ${findings.length}: raise min.`);
  const failed = new Set(failures.map(({ rule }) => rule)).size;
  if (failed > 0)
    complain(`${plural(failed, "rule")} of ${rules.length} failed: the next run continues.`);
}

const asJson = (value: object): string => JSON.stringify(value, undefined, 2);

const jsonOf = ({ rule, error }: Failure) => ({ rule, ...shownError(error) });
