/** The reply to a question to all networks: one table, in which nothing is added across networks. */
import { sum } from "simple-statistics";
import { done, each, type Work } from "../../base/async/work.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { required } from "../../base/errors/tool-error.ts";
import {
  layOut,
  type Block,
  type Body,
  type Content,
  type Note,
} from "../../answers/replies/layout.ts";
import { tableCsv } from "../../answers/replies/csv.ts";
import { resultLinks } from "../../answers/replies/links.ts";
import { problemText, type Reply } from "../../answers/replies/reply.ts";
import type { ReplyServices } from "../../answers/replies/services.ts";
import { networksSubject } from "../../answers/report/subject.ts";
import { plural } from "../../base/text/words.ts";
import type { PreparedCall } from "../metrics/get-metrics.ts";
import type { MetricsCall } from "../metrics/call.ts";
import { costSentence, quotaSentence, type PlanContext } from "../metrics/reply/plan.ts";
import { allSteps } from "../metrics/plan/steps.ts";
import { profilesOff } from "../metrics/question/question.ts";
import { unfinishedNotes } from "../../base/time/resolve.ts";
import { completeness, complete } from "../../answers/replies/completeness.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { notesByNetwork } from "./notes.ts";
import { networkFigures } from "./figures.ts";
import { networksTable } from "./table.ts";
import { includedProfiles } from "../metrics/question/question.ts";
import type { MadeReport } from "../metrics/reply/make-report.ts";
import { StoredNetworks } from "./stored.ts";

export interface Answered extends MadeReport, Pick<PreparedCall, "before" | "usual"> {
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
  /** Sentences on the metrics of words that are no names. */
  readonly words: readonly string[];
  /** Sentences on networks and profiles that the question has no numbers of. */
  readonly absent: readonly Note[];
  readonly failed: readonly Failed[];
}

/** Stores the results of the networks as one, and shows them. */
export function* allNetworksReply(
  answered: readonly Answered[],
  { id, spent, words, absent, failed, results, settings }: Frame,
): Work<Reply> {
  const parts = answered.map((part) => ({ network: part.question.network, stored: part.stored }));
  const stored = results.add((name) => new StoredNetworks(name, parts), id);
  const networkCount = plural(answered.length + failed.length, "network");
  const isTotal = required(answered[0], "a network").question.dimensions.length === 0;
  const statements = missingStatements(answered, isTotal);
  const frame: Content = {
    subject: subjectOf(
      failed.length === 0 ? networkCount : `${answered.length} of ${networkCount}`,
      answered,
    ),
    coverage: [...words, ...(statements.length + failed.length === 0 ? [complete] : statements)],
    cost: spent,
    cautions: cautionsOf(answered, absent),
    links: [
      `read_result and chart_result take one network, as ${required(parts[0], "a network").stored.id}.`,
      ...(yield* resultLinks(stored)),
    ],
  };
  const answer = isTotal ? [yield* networksTable(parts)] : [];
  const table = [
    ...(isTotal ? [] : tablesOf(answered)),
    ...(failed.length === 0 ? [] : [{ rows: failed.map(failureOf) }]),
  ];
  const notes = grouped(answered, ({ body }) => body.notes ?? []);
  const content = yield* layOut(frame, settings.maxAnswerTokens, () =>
    done({ answer, table, notes }),
  );
  return {
    content,
    csv: stored.csv,
    result: stored,
    *figures() {
      return networkFigures(yield* each(answered, ({ report }) => report.figures()));
    },
  };
}

/** Says what is missing in the networks; the table of totals counts missing values in a column. */
function missingStatements(answered: readonly Answered[], isTotal: boolean): string[] {
  const isComplete = answered.every(({ report: { coverage } }) => coverage.isComplete);
  return [
    ...grouped(answered, (network) => statementsOf(network, isTotal)),
    ...(isTotal && !isComplete ? ["Values are missing: see missing %."] : []),
  ];
}

const cautionsOf = (answered: readonly Answered[], absent: readonly Note[]): Note[] => [
  ...grouped(answered, ({ chosenBy = "" }) => [chosenBy && `${chosenBy}.`]),
  ...absent,
  ...grouped(answered, (network) => [
    network.nothing,
    ...unfinishedNotes(network.dates, network.question.profiles),
  ]),
  ...grouped(answered, ({ report: { notes } }) => notes),
];

function failureOf({ network, error }: Failed): string[] {
  return [network, `failed: ${problemText(error)}`];
}

/** Says which values of a network are missing. The table of totals counts missing values in a column of its own. */
function statementsOf(
  { question, skipped, dates, stated, report: { coverage } }: Answered,
  isTotal: boolean,
): string[] {
  const off = question.metrics.some(needsInsights) ? profilesOff(question).length : 0;
  const count = includedProfiles(question).length;
  const which = question.metrics.every(needsInsights) ? "numbers" : "insights";
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  const statements = isTotal ? [] : coverage.statements;
  return [
    off > 0 &&
      `insights are off for ${off} of ${plural(count, "profile")}, whose ${which} are missing.`,
    ...reasons.map((reason) => {
      const { length } = skipped.filter((profile) => profile.reason === reason);
      return `without ${plural(length, "profile")}: ${reason}.`;
    }),
    ...stated,
    ...completeness(dates, [], { ...coverage, statements }).filter((text) => text !== complete),
  ].filter((text) => text !== false);
}

function subjectOf(counted: string, parts: readonly Asked[]): string {
  const { question, before, usual } = required(parts[0], "a network");
  const profiles = sum(parts.map((part) => includedProfiles(part.question).length));
  return networksSubject(
    `${counted}, ${plural(profiles, "profile")}`,
    parts.map((part) => part.question.network),
    { now: question, before, usual },
    question.dimensions,
  );
}

const grouped = (
  answered: readonly Answered[],
  notesOf: (network: Answered) => readonly Note[],
): string[] =>
  notesByNetwork(
    answered.map((part) => ({ network: part.question.network, notes: notesOf(part) })),
  );

/** The tables of each network, under its name. */
const tablesOf = (answered: readonly Answered[]): Block[] =>
  answered.flatMap(({ question, body }) =>
    [...(body.answer ?? []), ...(body.table ?? [])].map((block, place): Block => {
      const title = [place === 0 && `${question.network}:`, block.title].filter(Boolean);
      return { ...block, title: title.join(" ") };
    }),
  );

/** The question of a network, and the earlier range of its comparison. */
type Asked = Pick<Answered, "question" | "before" | "usual">;

export interface Planned extends PreparedCall, Asked {
  readonly call: MetricsCall;
}

type PlanFrame = Pick<Frame, "spent" | "absent" | "failed"> &
  Pick<PlanContext, "refusal" | "left" | "now">;

/** The cost of each network, with nothing of it sent. */
export function planOfAllNetworks(
  planned: readonly Planned[],
  { spent, refusal, left, now, absent, failed }: PlanFrame,
): Reply {
  const columns = ["network", "profiles", "metrics", "requests"];
  const rows = planned.map(({ question, plans }) => {
    const count = includedProfiles(question).length;
    return [question.network, count, question.metrics.length, allSteps(...plans).length] as const;
  });
  const { call } = required(planned[0], "a network");
  const networkPlans = planned.flatMap(({ plans }) => plans);
  return {
    content: {
      subject: subjectOf(`Plan: ${plural(planned.length, "network")}`, planned),
      cost: spent,
      answer: [{ rows: [columns, ...rows.map((row) => row.map(String))] }],
      cautions: [
        `In all: ${costSentence(networkPlans, call.facts())}`,
        ...absent,
        ...failed.map((failure) => failureOf(failure).join(" ")),
        refusal && `The call would be rejected: ${refusal.problem}. ${refusal.advice.forModel}`,
        quotaSentence(allSteps(...networkPlans).length, left, now),
      ],
    },
    csv: () => tableCsv({ columns, rows }),
  };
}
