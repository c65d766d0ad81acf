/** What a check asks after its survey, as data; each answer is evidence for one assumption or several. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { toProfileId } from "../api/records.ts";
import type { PostsPage, PostsRequest } from "../api/posts.ts";
import type { ToolError } from "../errors/tool-error.ts";
import { addDays, daysOf, toDay } from "../time/days.ts";
import type { IncomingMessage } from "../api/transport.ts";
import { isPresent, type Answered } from "./answered.ts";
import type { Exchange } from "./asking.ts";
import { comparedMetrics, sumsOf, surveyedMetrics, type Sample, type Subject } from "./survey.ts";

type Asked = Omit<MetricsRequest, "version" | "network">;

/** What requests are made of. */
export interface Ground extends Subject {
  readonly survey: Answered;
  readonly sample: Sample;
}

const ofSample = ({ sample, network }: Ground): Asked => ({
  start: sample.start,
  end: sample.end,
  profiles: sample.profiles.map(toProfileId),
  metrics: comparedMetrics(network),
  dimensions: [],
});

/** One profile and one sum. */
const single = (ground: Ground): Asked => ({
  ...ofSample(ground),
  profiles: ofSample(ground).profiles.slice(0, 1),
  metrics: surveyedMetrics(ground.network).slice(-1),
});

const sumNames = ({ network }: Ground): string[] => {
  const compared = new Set(comparedMetrics(network));
  return sumsOf(network).flatMap(({ name }) => (compared.has(name) ? [name] : []));
};

const half = (ground: Ground, first: number): Asked => ({
  ...ofSample(ground),
  start: addDays(ground.sample.start, first),
  end: addDays(ground.sample.start, first + 6),
  metrics: sumNames(ground),
  dimensions: ["profile"],
});

interface Question {
  /** Shown to the person before the requests are sent. */
  readonly purpose: string;
  /** Undefined where the account has nothing to ask about. */
  readonly asked: (ground: Ground) => Asked | undefined;
}

/** In the order in which they are asked. */
export const questions = {
  days: {
    purpose: "3 profiles and 2 weeks, by profile and day",
    asked: (ground) => ({ ...ofSample(ground), dimensions: ["profile", "date.day"] }),
  },
  again: {
    purpose: "the same again",
    asked: (ground) => ({ ...ofSample(ground), dimensions: ["profile", "date.day"] }),
  },
  total: { purpose: "the same, as one number of each metric", asked: ofSample },
  profiles: {
    purpose: "the same, by profile",
    asked: (ground) => ({ ...ofSample(ground), dimensions: ["profile"] }),
  },
  firstHalf: { purpose: "the first week, by profile", asked: (ground) => half(ground, 0) },
  secondHalf: { purpose: "the second week, by profile", asked: (ground) => half(ground, 7) },
  weeks: {
    purpose: "4 weeks of one profile, by week",
    asked: (ground) => ({
      ...single(ground),
      end: addDays(ground.sample.start, 27),
      dimensions: ["date.week"],
    }),
  },
  months: {
    purpose: "2 months of one profile, by month",
    asked: (ground) => ({
      ...single(ground),
      start: addDays(toDay(`${ground.sample.end.slice(0, 7)}-01`), -1),
      dimensions: ["date.month"],
    }),
  },
  labels: {
    purpose: "profiles by label",
    asked: (ground) => {
      const labelled = ground.profiles.filter(({ labels = [] }) => labels.length > 0);
      if (labelled.length === 0) return undefined;
      const profiles = labelled.slice(0, 20).map(({ id }) => id);
      return { ...single(ground), profiles, dimensions: ["profile_label"] };
    },
  },
  empty: {
    purpose: "days of one profile without any value, as one sum",
    asked: emptyDays,
  },
  unknownProfile: {
    purpose: "a profile that does not exist",
    asked: (ground) => ({ ...single(ground), profiles: [toProfileId("1000000000000000001")] }),
  },
  unknownMetric: {
    purpose: "a metric that does not exist",
    asked: (ground) => ({ ...single(ground), metrics: ["no_such_metric"] }),
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof questions;

const isQuestionName = (name: string): name is QuestionName => Object.hasOwn(questions, name);
export const questionNames: readonly QuestionName[] = Object.keys(questions).filter(isQuestionName);

/** Successive days on which a profile has no value of the surveyed sum, after its first value. */
function emptyDays(ground: Ground): Asked | undefined {
  const { survey } = ground;
  const asked = single(ground);
  const [metric = ""] = asked.metrics;
  const days = daysOf(survey.request.start, survey.request.end);
  for (const id of survey.request.profiles) {
    const values = survey.series(metric, id, days);
    const after = values.findIndex(isPresent);
    const from =
      after === -1 ? -1 : values.findIndex((value, at) => at > after && !isPresent(value));
    const start = days[from];
    if (start !== undefined) return { ...asked, profiles: [id], start, end: start };
  }
  return undefined;
}

/** Posts of the same request, whole and in two pages. */
export interface PostPages {
  readonly request: PostsRequest;
  readonly whole: PostsPage;
  readonly pages: readonly PostsPage[];
}

/** Everything that a check has learned of the API. */
export interface Evidence extends Ground {
  /** The wide answer, for all profiles where some have leading zeros. */
  readonly surveys: readonly Answered[];
  readonly exchanges: Readonly<Partial<Record<QuestionName, Exchange>>>;
  /** The wide requests, of which the last was answered, and a larger one. */
  readonly sized: readonly Exchange[];
  readonly history: string;
  readonly posts: PostPages | ToolError | undefined;
  readonly headers: IncomingMessage["headers"];
  /** When the latest answer arrived, in milliseconds since 1970. */
  readonly now: number;
}
