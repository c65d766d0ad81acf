/** The reply to a question to all networks: one table, in which nothing is added across networks. */
import { done, type Work } from "../async/work.ts";
import type { MetricNetwork } from "../catalog/networks.ts";
import { required, type ToolError } from "../errors/tool-error.ts";
import { layOut, type Block, type Body, type Content, type Note } from "../replies/layout.ts";
import { resultLinks } from "../replies/links.ts";
import { errorText, type Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { networksSubject } from "../tables/subject.ts";
import { plural, some } from "../text/words.ts";
import type { PreparedCall } from "../metrics/answer.ts";
import { requestRange } from "../metrics/plan/request-range.ts";
import type { Facts } from "../metrics/plan/requests.ts";
import { profilesOff } from "../metrics/reply/notes.ts";
import { unfinishedNotes } from "../time/resolve.ts";
import { completeness } from "../replies/completeness.ts";
import { needsInsights } from "../catalog/metrics/index.ts";
import { networksTable } from "./table.ts";
import { includedProfiles } from "../metrics/question/question.ts";
import type { MadeReport } from "../metrics/reply/make-report.ts";
import { StoredNetworks } from "./stored.ts";

export interface Answered extends MadeReport, Pick<PreparedCall, "before"> {
  readonly chosenBy: string | undefined;
  readonly body: Body;
}

/** A network that gives no numbers. */
export interface Failed {
  readonly network: MetricNetwork;
  readonly error: unknown;
}

/** Tokens of the first line, the notes and the links. */
const around = 700;

/** The room of the tables of each network. */
export const roomOf = (maxTokens: number, count: number): number =>
  Math.max(0, maxTokens - around) / count;

interface Frame extends Pick<ReplyServices, "results" | "settings"> {
  readonly id: string;
  readonly spent: readonly string[];
  /** Networks without any of the metrics. */
  readonly lacking: readonly MetricNetwork[];
}

/** Stores the results of the networks as one, and shows them. */
export function* allNetworksReply(
  {
    answered,
    failed,
  }: { readonly answered: readonly Answered[]; readonly failed: readonly Failed[] },
  { id, spent, lacking, results, settings }: Frame,
): Work<Reply> {
  const [first] = answered;
  const { question, chosenBy } = required(first, "a network");
  const parts = answered.map((one) => ({ network: one.question.network, stored: one.stored }));
  const stored = results.add((name) => new StoredNetworks(name, parts), id);
  const count = answered.length + failed.length;
  const counted =
    failed.length === 0
      ? plural(count, "network")
      : `${answered.length} of ${plural(count, "network")}`;
  const grouped = (textsOf: (one: Answered) => readonly Note[]): string[] =>
    groupedNotes(answered.map((one) => [one.question.network, textsOf(one)]));
  const isTotal = question.dimensions.length === 0;
  const isComplete = answered.every(({ report: { coverage } }) => coverage.isComplete);
  const statements = [
    ...grouped((one) => statementsOf(one, isTotal)),
    ...(isTotal && !isComplete ? ["Values are missing: see missing %."] : []),
  ];
  const failures = failed.map(({ network, error }) => [network, `failed: ${problemOf(error)}`]);
  const frame: Content = {
    subject: subjectOf(counted, answered),
    coverage: statements.length === 0 ? ["Complete."] : statements,
    cost: spent,
    cautions: [
      chosenBy !== undefined && `${chosenBy}.`,
      lacking.length > 0 && `Without ${some(lacking, 7)}: none of these metrics there.`,
      ...grouped(({ nothing, dates }) => [nothing, ...unfinishedNotes(dates)]),
      ...grouped(({ report: { notes, coverage } }) =>
        isTotal ? notes.filter((note) => !coverage.notes.includes(note)) : notes,
      ),
    ],
    links: [
      ...grouped(({ ages }) => [ages]),
      `read_result and chart_result take one network, as ${required(parts[0], "a network").stored.id}.`,
      ...(yield* resultLinks(stored)),
    ],
  };
  const answer = isTotal ? [yield* networksTable(parts)] : [];
  const table = [
    ...(isTotal ? [] : tablesOf(answered)),
    ...(failures.length === 0 ? [] : [{ rows: failures }]),
  ];
  const notes = grouped(({ body }) => body.notes ?? []);
  const content = yield* layOut(frame, settings.maxAnswerTokens, () =>
    done({ answer, table, notes }),
  );
  return { content, table: () => stored.table(), result: stored };
}

/** What a network lacks. In the table of totals, missing values have a column. */
function statementsOf(
  { question, skipped, dates, stated, report: { coverage } }: Answered,
  isTotal: boolean,
): string[] {
  const off = question.metrics.some(needsInsights) ? profilesOff(question).length : 0;
  const all = includedProfiles(question).length;
  const which = question.metrics.every(needsInsights) ? "numbers" : "insights";
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  const statements = isTotal ? coverage.hidden : coverage.statements;
  return [
    off > 0 &&
      `insights are off for ${off} of ${plural(all, "profile")}, whose ${which} are missing.`,
    ...reasons.map((reason) => {
      const { length } = skipped.filter((one) => one.reason === reason);
      return `without ${plural(length, "profile")}: ${reason}.`;
    }),
    ...stated,
    ...completeness(dates, [], { ...coverage, statements }).filter((text) => text !== "Complete."),
  ].filter((text) => text !== false);
}

const problemOf = (error: unknown): string => errorText(error).split("\n")[0] ?? "";

function subjectOf(counted: string, asked: readonly Asked[]): string {
  const { question, before } = required(asked[0], "a network");
  const profiles = asked.reduce((sum, one) => sum + includedProfiles(one.question).length, 0);
  return networksSubject(
    `${counted}, ${plural(profiles, "profile")}`,
    asked.map((one) => one.question.network),
    { now: question, before },
    question.dimensions,
  );
}

type Named = readonly (readonly [MetricNetwork, readonly Note[]])[];

/** Each note once, with the networks that have it; without them where all have it. */
function groupedNotes(named: Named): string[] {
  const networks = new Map<string, MetricNetwork[]>();
  for (const [network, notes] of named) {
    for (const note of notes) {
      if (typeof note !== "string" || note === "") continue;
      networks.set(note, [...(networks.get(note) ?? []), network]);
    }
  }
  return [...networks].map(([note, own]) =>
    own.length === named.length ? note : `${own.join(", ")}: ${note}`,
  );
}

/** The tables of each network, under its name. */
const tablesOf = (answered: readonly Answered[]): Block[] =>
  answered.flatMap(({ question, body }) =>
    [...(body.answer ?? []), ...(body.table ?? [])].map((block, place): Block => {
      const title = [place === 0 && `${question.network}:`, block.title].filter(Boolean);
      return { ...block, title: title.join(" ") };
    }),
  );

/** The question of a network, and the earlier range of its comparison. */
type Asked = Pick<Answered, "question" | "before">;

interface Planned extends PreparedCall, Asked {
  readonly facts: Facts;
}

/** The cost of each network, with nothing of it sent. */
export function planOfAllNetworks(
  planned: readonly Planned[],
  {
    spent,
    refusal,
  }: { readonly spent: readonly string[]; readonly refusal: ToolError | undefined },
): Reply {
  const columns = ["network", "profiles", "metrics", "requests", "at most"];
  const rows = planned.map(({ question, plans, facts }) => {
    const { least, most } = requestRange(plans, facts);
    const count = includedProfiles(question).length;
    return [question.network, count, question.metrics.length, least, Math.min(most, 1e9)] as const;
  });
  const sum = (place: 3 | 4): number => rows.reduce((all, row) => all + row[place], 0);
  const [least, most] = [sum(3), sum(4)];
  return {
    content: {
      subject: subjectOf(`Plan: ${plural(planned.length, "network")}`, planned),
      cost: spent,
      answer: [{ rows: [columns, ...rows.map((row) => row.map(String))] }],
      cautions: [
        `${least === most ? "" : `${least} to `}${plural(most, "request")} in all.`,
        refusal && `The call would be rejected: ${refusal.problem}. ${refusal.advice.forModel}`,
      ],
    },
    table: () => done({ columns, rows: [...rows] }),
  };
}
