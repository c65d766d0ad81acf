/** Resolves a question against the account: profiles, labels and days. */
import { commonestZone } from "../../../base/time/zones.ts";
import type { Profile, ProfileId } from "../../../suite/api/records.ts";
import { needsInsights } from "../../../catalog/metrics/index.ts";
import { networkTraits } from "../../../catalog/networks.ts";
import type { CallApi } from "../../../suite/connection/connection.ts";
import { hasAvailable, type SkippedProfile } from "../../../suite/connection/profiles.ts";
import {
  datesOf,
  type Calendar,
  type RequestedDates,
  type ResolvedDates,
} from "../../../base/time/resolve.ts";
import { attempt } from "../../../base/errors/joined.ts";
import { required, ToolError } from "../../../base/errors/tool-error.ts";
import { Labels, labelsOf, needLabelNames } from "../../../suite/connection/labels.ts";
import { isByLabel, selectProfiles, type Selection } from "../../../suite/connection/selection.ts";
import type { Question, Subject } from "./question.ts";

export interface Scope extends Selection {
  readonly dates: RequestedDates;
  /** Ids or exact names; every profile of the network (default). */
  readonly profiles?: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
}

export interface Resolved {
  readonly question: Question;
  readonly dates: ResolvedDates;
  /** Defined if `profile_label` is a dimension. */
  readonly labels: Labels | undefined;
  /** The labels of the profiles, where their list or that of the labels has them. */
  readonly knownLabels: Labels | undefined;
  /** Requested profiles that the list shows to be unavailable. */
  readonly skipped: readonly SkippedProfile[];
  /** Returns the number of lists that the question requests with `fresh`. */
  readonly freshLists: () => number;
  /** Says which days of the range are before the account's history. */
  readonly cut?: string | undefined;
  /** Describes how the profiles were chosen: `Profiles with a label of Brand`. Undefined for all profiles of the network. */
  readonly chosenBy: string | undefined;
  readonly chosenFrom: number;
  /** The time zones of all profiles of the network, whose commonest one decides what words of time name. */
  readonly listedZones: readonly (string | undefined)[];
  /** The number of profiles of the network. */
  readonly listed: number;
}

/** @throws ToolError for profiles, labels, names or days that cannot be requested. */
export async function resolve(
  subject: Subject,
  scope: Scope,
  { lists }: Pick<CallApi, "lists">,
  {
    calendar,
    insightsApart,
  }: { readonly calendar: Calendar; readonly insightsApart: ReadonlySet<string> },
): Promise<Resolved> {
  const { version, network } = subject;
  const { list, labelList, profiles, ...chosen } = await chosenProfiles(subject, scope, lists);
  const listedZones = zonesOf({ network, profiles: list });
  const { zone = commonestZone(listedZones, calendar.now) } = calendar;
  const dates = datesOf(scope.dates, zonesOf({ network, profiles }), { ...calendar, zone });
  const labels = hasLabelRows(subject)
    ? new Labels(required(labelList, "the labels"), network, profiles)
    : undefined;
  // Profiles that cannot be told apart are an error before anything is requested.
  labels?.rowsOf(profiles);
  const knownLabels =
    labels ??
    (await labelsOf(profiles, network, labelList, () => lists.get("profile_labels", { version })));
  const off = profilesWithoutInsights(subject, profiles, insightsApart.has(network));
  const { start, end, today } = dates;
  const scopeOfQuestion = { start, end, today, profiles, excluded: new Set<ProfileId>() };
  return {
    ...chosen,
    question: { ...subject, ...scopeOfQuestion, ...(off && { withoutInsights: off }) },
    dates,
    labels,
    knownLabels,
    listed: list.length,
    listedZones,
  };
}

const hasLabelRows = ({ dimensions }: Subject): boolean => dimensions.includes("profile_label");

/** The profiles of a question, and the lists that name them; the labels only if the question needs them. */
async function chosenProfiles(subject: Subject, scope: Scope, lists: CallApi["lists"]) {
  const { version, network } = subject;
  const { profiles: wanted, skipUnavailable } = scope;
  const { refusesWithoutInsights } = networkTraits[network];
  const needsLabels = hasLabelRows(subject) || isByLabel(scope);
  const usesInsights = refusesWithoutInsights || subject.metrics.some(needsInsights);
  // Fresh numbers of named profiles need no new list; which profiles there are, and their labels, do.
  const suffices = (known: readonly Profile[]): boolean =>
    wanted !== undefined && !needsLabels && hasAvailable(known, wanted, usesInsights);
  const [list, labelList] = await Promise.all([
    lists.get("profiles", { version, network }, suffices),
    needsLabels ? lists.get("profile_labels", { version }) : undefined,
  ]);
  const selected = selectProfiles(scope, list, labelList ?? [], {
    network,
    profiles: wanted,
    needsInsights: refusesWithoutInsights,
    skipUnavailable,
  });
  const labelLists = needsLabels || needLabelNames(selected.profiles) ? 1 : 0;
  return {
    ...selected,
    list,
    labelList,
    freshLists: () => (suffices(list) ? 0 : 1) + labelLists,
  };
}

/**
 * The error of names that the account does not have, beside other errors of a call; undefined where no name is given.
 * @throws ToolError where the lists cannot be read.
 */
export async function errorOfNames(
  scope: Scope & Pick<Subject, "version" | "network">,
  { lists }: Pick<CallApi, "lists">,
): Promise<ToolError | undefined> {
  const { version, network, profiles, skipUnavailable } = scope;
  const needsLabels = isByLabel(scope);
  if (!needsLabels && (profiles ?? scope.profilesNot) === undefined) return undefined;
  const [list, labelList] = await Promise.all([
    lists.get("profiles", { version, network }, () => true),
    needsLabels ? lists.get("profile_labels", { version }) : [],
  ]);
  const wanted = { network, profiles, needsInsights: false, skipUnavailable };
  const chosen = attempt(() => selectProfiles(scope, list, labelList, wanted));
  return chosen instanceof ToolError ? chosen : undefined;
}

/** The zones at whose midnights the days of the network's metrics begin. */
export function zonesOf({
  network,
  profiles,
}: Pick<Question, "network" | "profiles">): readonly (string | undefined)[] {
  const { dayZone } = networkTraits[network];
  return dayZone === undefined ? profiles.map(({ timezone }) => timezone) : [dayZone];
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
