/** A metrics question: every name is resolved, nothing has been sent. */
import type { Profile, ProfileId } from "../../api/records.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { ApiVersion, MetricNetwork } from "../../catalog/networks.ts";
import type { Range } from "../../time/grains.ts";

/** The part of a question that the catalogue alone can validate. */
export interface Subject {
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
}

export interface Question extends Subject, Range {
  readonly profiles: readonly Profile[];
  /** Ids among `profiles` that the API rejects. They leave the requests; the plan's cuts stay where they are. */
  readonly excluded: ReadonlySet<ProfileId>;
}

export const includedProfiles = ({ profiles, excluded }: Question): Profile[] =>
  profiles.filter(({ id }) => !excluded.has(id));
