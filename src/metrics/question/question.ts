/** A question as it was understood: every name looked up, nothing doubled, nothing sent yet. */
import type { Range } from "../../time/grains.ts";
import type { Profile } from "../../api/records.ts";
import type { DateDimension, Dimension } from "../../catalog/dimensions.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { ApiVersion, MetricNetwork } from "../../catalog/networks.ts";

/** What needs neither a list nor a clock to be known. */
export interface Subject {
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
}

export interface Question extends Subject, Range {}

export interface Query extends Question {
  readonly profiles: readonly Profile[];
  /** Ids among `profiles` that the API will not answer for; they leave the requests, not the plan's cuts. */
  readonly excluded: ReadonlySet<string>;
}

export const dateDimensionOf = (dimensions: readonly Dimension[]): DateDimension | undefined =>
  dimensions.find((dimension) => isDateDimension(dimension));

export const includedProfiles = (query: Query): Profile[] =>
  query.profiles.filter((profile) => !query.excluded.has(profile.id));
