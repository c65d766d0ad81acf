/** Resolves a question against the account: profiles, labels and days. */
import type { Profile, ProfileId, ProfileLabel } from "../../api/records.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { networkTraits, type MetricNetwork } from "../../catalog/networks.ts";
import { inputError, type ToolError } from "../../errors/tool-error.ts";
import type { CallApi } from "../../connection/connection.ts";
import { namedLabel } from "../../connection/names.ts";
import { chooseProfiles, hasAvailable, type SkippedProfile } from "../../connection/profiles.ts";
import { datesOf, type RequestedDates, type ResolvedDates } from "../../time/resolve.ts";
import { Labels } from "./labels.ts";
import type { Question, Subject } from "./question.ts";

export interface Scope {
  readonly dates: RequestedDates;
  /** Ids or exact names; left out: every profile of the network. */
  readonly profiles: readonly string[] | undefined;
  /** Ids or exact names of profile labels: only profiles with any of them. */
  readonly labels: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
}

export interface Resolved {
  readonly question: Question;
  readonly dates: ResolvedDates;
  /** Defined if `profile_label` is a dimension. */
  readonly labels: Labels | undefined;
  /** Requested profiles that the list shows to be unavailable. */
  readonly skipped: readonly SkippedProfile[];
  /** Returns the number of lists that the question requests with `fresh`. */
  readonly freshLists: () => number;
  /** Says which days of the range are before the account's history. */
  readonly cut?: string | undefined;
  /** Names the labels that choose the profiles. */
  readonly labelNote: string | undefined;
}

/** @throws ToolError for profiles, labels, names or days that cannot be requested. */
export async function resolve(
  subject: Subject,
  { dates: requested, profiles: wanted, labels: wantedLabels, skipUnavailable }: Scope,
  { lists }: Pick<CallApi, "lists">,
  { now, insightsApart }: { readonly now: number; readonly insightsApart: ReadonlySet<string> },
): Promise<Resolved> {
  const { version, network } = subject;
  const { dayZone, refusesWithoutInsights } = networkTraits[network];
  const isSplit = subject.dimensions.includes("profile_label");
  const needsLabels = isSplit || wantedLabels !== undefined;
  const usesInsights = refusesWithoutInsights || subject.metrics.some(needsInsights);
  // Fresh numbers of named profiles need no new list; which profiles there are, and their labels, do.
  const suffices = (known: readonly Profile[]): boolean =>
    wanted !== undefined && !needsLabels && hasAvailable(known, wanted, usesInsights);
  const [list, labelList] = await Promise.all([
    lists.profiles(version, network, suffices),
    needsLabels ? lists.profileLabels(version) : [],
  ]);
  const labelled =
    wantedLabels === undefined ? undefined : withLabels(wantedLabels, labelList, network, list);
  const chosen = chooseProfiles(wanted === undefined ? (labelled?.profiles ?? list) : list, {
    network,
    profiles: wanted,
    needsInsights: refusesWithoutInsights,
    skipUnavailable,
  });
  const profiles = chosen.profiles.filter(
    (profile) => labelled?.profiles.includes(profile) ?? true,
  );
  if (labelled !== undefined && profiles.length === 0) throw noneLabelledError(labelled.names);
  // The zones at whose midnights the days of the network's metrics begin.
  const zones = dayZone === undefined ? profiles.map(({ timezone }) => timezone) : [dayZone];
  const dates = datesOf(requested, zones, now);
  const { start, end } = dates;
  const labels = isSplit ? new Labels(labelList, network, profiles) : undefined;
  const off = profilesWithoutInsights(subject, profiles, insightsApart.has(network));
  const question = {
    ...subject,
    start,
    end,
    profiles,
    excluded: new Set<ProfileId>(),
    ...(off === undefined ? {} : { withoutInsights: off }),
  };
  const names = labelled?.names.join(", ") ?? "";
  return {
    question,
    dates,
    labels,
    skipped: chosen.skipped,
    freshLists: () => (suffices(list) ? 0 : 1) + (needsLabels ? 1 : 0),
    labelNote:
      labelled && `Profiles with a label of ${names}: ${profiles.length} of ${list.length}.`,
  };
}

interface Labelled {
  readonly profiles: readonly Profile[];
  readonly names: readonly string[];
}

/** @throws ToolError `unknown_labels` with the nearest names. */
function withLabels(
  texts: readonly string[],
  labelList: readonly ProfileLabel[],
  network: MetricNetwork,
  list: readonly Profile[],
): Labelled {
  const found = texts.map((text) =>
    namedLabel(text, labelList, "profile label", "list_profile_labels"),
  );
  const ids = new Set(found.map(({ id }) => id));
  const labels = new Labels(labelList, network, list);
  return {
    profiles: list.filter((profile) => labels.of(profile).some((id) => ids.has(id))),
    names: [...new Set(found.map(({ name }) => name))],
  };
}

const noneLabelledError = (names: readonly string[]): ToolError =>
  inputError(
    `none of the requested profiles has a label of ${names.join(", ")}`,
    "Choose other labels (list_profile_labels), or leave profiles out.",
  );

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
