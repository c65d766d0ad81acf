/** The questions of a check after its survey, as data. Each answer is evidence for one or more assumptions. */
import { toProfileId } from "../api/records.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { PostsPage, PostsRequest } from "../api/posts.ts";
import type { ToolError } from "../errors/tool-error.ts";
import { addDays, daysOf, toDay } from "../time/days.ts";
import type { IncomingMessage } from "../api/transport.ts";
import { isPresent, type Answered } from "./answered.ts";
import type { Asked, Exchange } from "./asking.ts";
import type { MeasuredHistory } from "./history.ts";
import { comparedMetrics, sumsOf, surveyedMetrics, type Sample, type Subject } from "./survey.ts";

/** The subject with its survey and sample, from which the requests are made. */
export interface Ground extends Subject {
  readonly survey: Answered;
  readonly sample: Sample;
}

const ofSample = (ground: Ground): Asked => ({
  ...ground.sample,
  network: ground.network,
  profiles: ground.sample.profiles.map(toProfileId),
  metrics: comparedMetrics(ground),
  dimensions: [],
});

const sampleBy =
  (...dimensions: readonly Dimension[]) =>
  (ground: Ground): Asked => ({ ...ofSample(ground), dimensions });

/** One profile and one sum. */
const single = (ground: Ground): Asked => ({
  ...ofSample(ground),
  profiles: ofSample(ground).profiles.slice(0, 1),
  metrics: surveyedMetrics(ground).slice(-1),
});

const half = (ground: Ground, first: number): Asked => ({
  ...ofSample(ground),
  start: addDays(ground.sample.start, first),
  end: addDays(ground.sample.start, first + 6),
  metrics: comparedMetrics(ground).filter((name) =>
    sumsOf(ground).some((metric) => metric.name === name),
  ),
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
    asked: sampleBy("profile", "date.day"),
  },
  again: { purpose: "the same again", asked: sampleBy("profile", "date.day") },
  total: { purpose: "the same, as one number of each metric", asked: ofSample },
  profiles: { purpose: "the same, by profile", asked: sampleBy("profile") },
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
  empty: { purpose: "days of one profile without any value, as one sum", asked: emptyDays },
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

/** A day on which a profile has no value of the surveyed sum, after its first value. */
function emptyDays(ground: Ground): Asked | undefined {
  const asked = single(ground);
  const { request } = ground.survey;
  const days = daysOf(request.start, request.end);
  for (const id of request.profiles) {
    const values = ground.survey.series(asked.metrics[0] ?? "", id, days);
    const first = values.findIndex(isPresent);
    const start = days.find((_, at) => first !== -1 && at > first && !isPresent(values[at] ?? 0));
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
  readonly exchanges: Readonly<Partial<Record<QuestionName, Exchange>>>;
  /** The wide requests, of which the last was answered, and a larger one. */
  readonly sized: readonly Exchange[];
  readonly history: MeasuredHistory;
  readonly posts: PostPages | ToolError | undefined;
  readonly headers: IncomingMessage["headers"];
  /** When the latest answer arrived, in milliseconds since 1970. */
  readonly now: number;
}
