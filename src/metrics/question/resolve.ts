/** Resolves a question against the account: profiles, labels and days. */
import type { Profile, ProfileId } from "../../api/records.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { networkTraits } from "../../catalog/networks.ts";
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
  /** Defined if `profile_label` is a dimension. */
  readonly labels: Labels | undefined;
  /** Requested profiles that the list shows to be unavailable. */
  readonly skipped: readonly SkippedProfile[];
}

/** @throws ToolError for profiles, names or days that cannot be requested. */
export async function resolve(
  subject: Subject,
  { dates: requested, profiles: wanted, skipUnavailable }: Scope,
  { lists }: Pick<CallApi, "lists">,
  { now, insightsApart }: { readonly now: number; readonly insightsApart: ReadonlySet<string> },
): Promise<Resolved> {
  const { version, network } = subject;
  const { dayZone, refusesWithoutInsights } = networkTraits[network];
  const { profiles, skipped } = chooseProfiles(await lists.profiles(version, network), {
    network,
    profiles: wanted,
    needsInsights: refusesWithoutInsights,
    skipUnavailable,
  });
  // The zones at whose midnights the days of the network's metrics begin.
  const zones = dayZone === undefined ? profiles.map(({ timezone }) => timezone) : [dayZone];
  const dates = datesOf(requested, zones, now);
  const { start, end } = dates;
  const off = profilesWithoutInsights(subject, profiles, insightsApart.has(network));
  const question = {
    ...subject,
    start,
    end,
    profiles,
    excluded: new Set<ProfileId>(),
    ...(off === undefined ? {} : { withoutInsights: off }),
  };
  const labels = subject.dimensions.includes("profile_label")
    ? new Labels(await lists.profileLabels(version), network, profiles)
    : undefined;
  return { question, dates, labels, skipped };
}

/** The profiles whose insights are off, if the question asks for nothing else, or the API rejects mixed questions. */
function profilesWithoutInsights(
  { metrics }: Subject,
  profiles: readonly Profile[],
  isApart: boolean,
): ReadonlySet<ProfileId> | undefined {
  const off = profiles.filter(({ insightsEnabled }) => insightsEnabled === false);
  const isOnly = metrics.every(needsInsights);
  const leavesNothing = isOnly && off.length === profiles.length;
  const isAsked = isOnly || (isApart && metrics.some(needsInsights));
  return isAsked && off.length > 0 && !leavesNothing ? new Set(off.map(({ id }) => id)) : undefined;
}
