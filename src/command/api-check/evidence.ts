/** The questions of a check after its survey, as data. Each answer is evidence for one or more assumptions. */
import { toProfileId } from "../../suite/api/records.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { PostsPage, PostsRequest } from "../../suite/api/posts.ts";
import type { ToolError } from "../../base/errors/tool-error.ts";
import { addDays, toDay } from "../../base/time/days.ts";
import type { IncomingMessage } from "../../suite/api/transport.ts";
import type { Accepted } from "./accepted.ts";
import type { Answered } from "./answered.ts";
import type { Asked, Exchange } from "./asking.ts";
import type { MeasuredHistory } from "./history.ts";
import { comparedMetrics, metricPerKind, surveyedMetrics } from "./survey.ts";
import type { Sample, Subject } from "./survey.ts";

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

/** The month before that of the sample's end, of one profile, with a metric of each kind. */
const month = (ground: Ground): Asked => {
  const end = addDays(toDay(`${ground.sample.end.slice(0, 7)}-01`), -1);
  return {
    ...single(ground),
    start: toDay(`${end.slice(0, 7)}-01`),
    end,
    metrics: metricPerKind(ground),
  };
};

interface Question {
  /** Shown to the person before the requests are sent. */
  readonly purpose: string;
  readonly requestOf: (ground: Ground) => Asked;
}

/** In the order in which they are asked. */
export const questions = {
  days: {
    purpose: "3 profiles and 2 weeks, by profile and day",
    requestOf: sampleBy("profile", "date.day"),
  },
  again: { purpose: "the same again", requestOf: sampleBy("profile", "date.day") },
  month: {
    purpose: "a month of one profile, by day, a metric of each kind",
    requestOf: (ground) => ({ ...month(ground), dimensions: ["profile", "date.day"] }),
  },
  monthTotal: { purpose: "the same, as one number of each metric", requestOf: month },
  weeks: {
    purpose: "4 weeks of one profile, by week",
    requestOf: (ground) => ({
      ...single(ground),
      end: addDays(ground.sample.start, 27),
      dimensions: ["date.week"],
    }),
  },
  unknownProfile: {
    purpose: "a profile that does not exist",
    requestOf: (ground) => ({ ...single(ground), profiles: [toProfileId("1000000000000000001")] }),
  },
  unknownMetric: {
    purpose: "a metric that does not exist",
    requestOf: (ground) => ({ ...single(ground), metrics: ["no_such_metric"] }),
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof questions;

const isQuestionName = (name: string): name is QuestionName => Object.hasOwn(questions, name);
export const questionNames: readonly QuestionName[] = Object.keys(questions).filter(isQuestionName);

/** Posts of the same request, whole and in two pages. */
export interface PostPages {
  readonly request: PostsRequest;
  readonly fullPage: PostsPage;
  readonly pages: readonly PostsPage[];
}

/** Everything that a check has learned of the API. */
export interface Evidence extends Ground {
  readonly accepted: Accepted;
  readonly exchanges: Readonly<Partial<Record<QuestionName, Exchange>>>;
  /** The wide requests, of which the last was answered, and a larger one. */
  readonly sized: readonly Exchange[];
  readonly history: MeasuredHistory;
  readonly posts: PostPages | ToolError | undefined;
  readonly headers: IncomingMessage["headers"];
  /** When the latest answer arrived, in milliseconds since 1970. */
  readonly now: number;
}
