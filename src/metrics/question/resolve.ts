/** Resolves a question against the account: profiles, labels and days. */
import type { Profile, ProfileId } from "../../api/records.ts";
import { networkTraits, type MetricNetwork } from "../../catalog/networks.ts";
import type { CallApi } from "../../connection/connection.ts";
import { chooseProfiles, type SkippedProfile } from "../../connection/profiles.ts";
import { datesOf, type RequestedDates, type ResolvedDates } from "../../time/resolve.ts";
import { Labels } from "./labels.ts";
import type { Question, Subject } from "./question.ts";

export interface Scope {
  readonly dates: RequestedDates;
  /** Ids or exact names; left out: every profile of the network. */
  readonly profiles: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
}

export interface Resolved {
  readonly question: Question;
  readonly dates: ResolvedDates;
  /** Where `profile_label` is a dimension. */
  readonly labels: Labels | undefined;
  /** Requested profiles that the list shows to be unavailable. */
  readonly skipped: readonly SkippedProfile[];
}

/** @throws ToolError for profiles, names or days that cannot be requested. */
export async function resolve(
  subject: Subject,
  { dates: requested, profiles: wanted, skipUnavailable }: Scope,
  { lists }: Pick<CallApi, "lists">,
  now: number,
): Promise<Resolved> {
  const { version, network } = subject;
  const { profiles, skipped } = chooseProfiles(await lists.profiles(version, network), {
    network,
    profiles: wanted,
    needsInsights: networkTraits[network].refusesWithoutInsights,
    skipUnavailable,
  });
  const dates = datesOf(requested, zonesOf(network, profiles), now);
  const { start, end } = dates;
  const question = { ...subject, start, end, profiles, excluded: new Set<ProfileId>() };
  const labels = subject.dimensions.includes("profile_label")
    ? new Labels(await lists.profileLabels(version), network, profiles)
    : undefined;
  return { question, dates, labels, skipped };
}

/** The zones at whose midnights the days of a network's metrics begin. */
function zonesOf(
  network: MetricNetwork,
  profiles: readonly Profile[],
): readonly (string | undefined)[] {
  const { dayZone } = networkTraits[network];
  return dayZone === undefined ? profiles.map(({ timezone }) => timezone) : [dayZone];
}
