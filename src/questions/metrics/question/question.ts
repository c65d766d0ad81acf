/** A metrics question: every name is resolved, nothing has been sent. */
import type { Profile, ProfileId } from "../../../suite/api/records.ts";
import type { Dimension } from "../../../catalog/dimensions.ts";
import type { EvidenceDays } from "../../../numbers/cells/day-values.ts";
import { needsInsights, type Metric } from "../../../catalog/metrics/index.ts";
import type { ApiVersion, MetricNetwork } from "../../../catalog/networks.ts";
import type { Box } from "../../../suite/connection/answers/cached-answers.ts";
import type { Day } from "../../../base/time/days.ts";
import type { Range } from "../../../base/time/grains.ts";

/** The part of a question that the catalogue alone can validate. */
export interface Subject {
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  /** Those to request. */
  readonly metrics: readonly Metric[];
  /** Those to show, in the asked order, ratios included; the requested ones (default). */
  readonly shown?: readonly Metric[] | undefined;
  readonly dimensions: readonly Dimension[];
  /** The metrics of words that are no names: `views: insights_views.` */
  readonly words?: readonly string[];
  /** Those that take the place of metrics that the API does not accept, in their order; none (default). */
  readonly spare?: readonly Metric[] | undefined;
}

export interface Question extends Subject, Range {
  readonly profiles: readonly Profile[];
  /** Ids among `profiles` that the API rejects. They leave the requests; the plan's cuts stay where they are. */
  readonly excluded: ReadonlySet<ProfileId>;
  /** Ids whose insights metrics are not requested: they have no values, and the API may reject them. */
  readonly withoutInsights?: ReadonlySet<ProfileId>;
  /** Metrics that were asked for, and that the API does not accept. */
  readonly unaccepted?: readonly string[];
  /** Ratios of such metrics. */
  readonly withoutRatios?: readonly string[];
  /** The first day that is not over in every time zone of the profiles; all days are over (default). */
  readonly today?: Day | undefined;
  /** The days before and after the range that are fetched as evidence; none (default). */
  readonly evidence?: EvidenceDays | undefined;
  /** It covers both ranges of a comparison: levels need the days before each. */
  readonly isCovering?: boolean;
  /** The days of evidence were left out, because they take more requests than are allowed. */
  readonly isEvidenceShort?: boolean;
  /** The first day of the account's history, where it is known: no day of evidence is before it. */
  readonly historyStart?: Day | undefined;
  /** The first day that was asked for, where the account has no history of it: requests are cut as if it had. */
  readonly cutFrom?: Day | undefined;
}

/** The profiles to request some metrics of: those of the question (default). */
export function profilesFor(question: Question, metrics = question.metrics): Profile[] {
  const { profiles, withoutInsights } = question;
  return withoutInsights === undefined || !metrics.some(needsInsights)
    ? [...profiles]
    : profiles.filter(({ id }) => !withoutInsights.has(id));
}

export const includedProfiles = ({ profiles, excluded }: Question): Profile[] =>
  profiles.filter(({ id }) => !excluded.has(id));

/** The profiles whose insights are off, or that the API rejects for insights metrics. */
export const profilesOff = (question: Question): Profile[] =>
  includedProfiles(question).filter(
    ({ id, insightsEnabled }) => insightsEnabled === false || question.withoutInsights?.has(id),
  );

/** The days, profiles and metrics of a question that a request asks for. */
export function within(question: Question, { start, end, profiles, metrics }: Box): Question {
  const ids = new Set(profiles);
  return {
    ...question,
    start,
    end,
    cutFrom: undefined,
    profiles: question.profiles.filter(({ id }) => ids.has(id)),
    metrics: question.metrics.filter(({ name }) => metrics.includes(name)),
  };
}
