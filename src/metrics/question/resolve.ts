/** Resolves a question against the account: profiles, labels and days. */
import { commonestZone } from "../../time/zones.ts";
import { lazily } from "../../async/lazily.ts";
import type { Profile, ProfileId, ProfileLabel } from "../../api/records.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { networkTraits, type MetricNetwork } from "../../catalog/networks.ts";
import { attempt, passed, throwErrors, withoutErrors } from "../../errors/joined.ts";
import { ToolError } from "../../errors/tool-error.ts";
import type { CallApi } from "../../connection/connection.ts";
import { dividedNames, findNamed, namedLabel, unknownText } from "../../connection/names.ts";
import {
  chooseProfiles,
  hasAvailable,
  NoPages,
  type SkippedProfile,
} from "../../connection/profiles.ts";
import {
  datesOf,
  type Calendar,
  type RequestedDates,
  type ResolvedDates,
} from "../../time/resolve.ts";
import { some } from "../../text/words.ts";
import { Labels, needLabelNames } from "./labels.ts";
import type { Question, Subject } from "./question.ts";

export interface Scope {
  readonly dates: RequestedDates;
  /** Ids or exact names; every profile of the network (default). */
  readonly profiles?: readonly string[] | undefined;
  /** Ids or exact names: all but these. */
  readonly profilesNot?: readonly string[] | undefined;
  /** Ids or exact names of profile labels: only profiles with any of them, with all of them, without any of them. */
  readonly labels?: readonly string[] | undefined;
  readonly labelsAll?: readonly string[] | undefined;
  readonly labelsNot?: readonly string[] | undefined;
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
  /** The number of profiles of the network. */
  /** The time zones of all profiles of the network, whose commonest one decides what words of time name. */
  readonly listedZones: readonly (string | undefined)[];
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
  const { dates: requested, profiles: wanted, skipUnavailable } = scope;
  const { refusesWithoutInsights } = networkTraits[network];
  const isSplit = subject.dimensions.includes("profile_label");
  const byLabel = labelRules.filter(({ key }) => scope[key] !== undefined);
  const needsLabels = isSplit || byLabel.length > 0;
  const usesInsights = refusesWithoutInsights || subject.metrics.some(needsInsights);
  // Fresh numbers of named profiles need no new list; which profiles there are, and their labels, do.
  const suffices = (known: readonly Profile[]): boolean =>
    wanted !== undefined && !needsLabels && hasAvailable(known, wanted, usesInsights);
  const [list, labelList] = await Promise.all([
    lists.get("profiles", { version, network }, suffices),
    needsLabels ? lists.get("profile_labels", { version }) : [],
  ]);
  const selection = attempt(() => selected(scope, network, list, labelList));
  const candidates = selection instanceof ToolError ? [] : [...selection.left];
  const choice = attempt(() =>
    chooseProfiles(wanted === undefined && candidates.length > 0 ? candidates : list, {
      network,
      profiles: wanted,
      needsInsights: refusesWithoutInsights,
      skipUnavailable,
    }),
  );
  const [{ left, texts }, chosen] = [passed(selection, choice), passed(choice)];
  const profiles = chosen.profiles.filter((profile) => left.has(profile));
  if (list.length > 0 && profiles.length === 0) throw new NoneLeft(texts);
  const listedZones = zonesOf({ network, profiles: list });
  const { zone = commonestZone(listedZones, calendar.now) } = calendar;
  const dates = datesOf(requested, zonesOf({ network, profiles }), { ...calendar, zone });
  const { start, end } = dates;
  const labels = isSplit ? new Labels(labelList, network, profiles) : undefined;
  // The list of profiles may have the labels of each: they cost nothing, unless they lack names.
  const hasLabels = profiles.some((profile) => profile.labels !== undefined);
  const lackNames = !needsLabels && needLabelNames(profiles);
  const names = lackNames ? await lists.get("profile_labels", { version }) : labelList;
  const knownLabels = labels ?? (hasLabels ? new Labels(names, network, profiles) : undefined);
  const off = profilesWithoutInsights(subject, profiles, insightsApart.has(network));
  const excluded = new Set<ProfileId>();
  return {
    question: {
      ...subject,
      start,
      end,
      today: dates.today,
      profiles,
      excluded,
      ...(off && { withoutInsights: off }),
    },
    dates,
    labels,
    knownLabels,
    skipped: chosen.skipped,
    freshLists: () => (suffices(list) ? 0 : 1) + (needsLabels || lackNames ? 1 : 0),
    chosenBy: texts.length > 0 ? `Profiles ${texts.join(", ")}` : undefined,
    listed: list.length,
    listedZones,
  };
}

/** The arguments that choose profiles by their labels. */
const labelRules = [
  { key: "labels", word: "with a label of", isMet: (has: boolean[]) => has.includes(true) },
  { key: "labelsAll", word: "with", isMet: (has: boolean[]) => !has.includes(false) },
  { key: "labelsNot", word: "without", isMet: (has: boolean[]) => !has.includes(true) },
] as const;

/**
 * The profiles that the labels choose and no argument excludes, and a text for each such argument.
 * @throws ToolError `unknown_labels` or `profiles_not_allowed` with the nearest names.
 */
function selected(
  scope: Scope,
  network: MetricNetwork,
  list: readonly Profile[],
  labelList: readonly ProfileLabel[],
) {
  const labels = lazily(() => new Labels(labelList, network, list));
  const byLabel = labelRules.map(({ key, word, isMet }) =>
    attempt(() => {
      const texts = (scope[key] ?? []).flatMap((text) => dividedNames(text, labelList));
      const found = texts.map((text) =>
        namedLabel(text, labelList, "profile label", "list_profile_labels"),
      );
      const isLeft = (profile: Profile): boolean =>
        isMet(found.map(({ id }) => labels().of(profile).includes(id)));
      const names = [...new Set(found.map(({ name }) => name))];
      return scope[key] === undefined ? [] : [{ text: `${word} ${names.join(", ")}`, isLeft }];
    }),
  );
  const byName = attempt(() => excluding(scope.profilesNot, network, list));
  throwErrors(...byLabel, byName);
  const rules = withoutErrors([...byLabel, byName]).flat();
  const left = list.filter((profile) => rules.every(({ isLeft }) => isLeft(profile)));
  return { left: new Set(left), texts: rules.map(({ text }) => text) };
}

/** Leaves out the named profiles. @throws ToolError `profiles_not_allowed` for an unknown one: it would be in the numbers. */
function excluding(
  texts: readonly string[] | undefined,
  network: MetricNetwork,
  list: readonly Profile[],
) {
  if (texts === undefined) return [];
  const { found, unknown } = findNamed(texts, list, `${network} profile`);
  if (unknown.length > 0)
    throw new ToolError(
      "profiles_not_allowed",
      `profiles_not: not ${network} profiles of this account: ${unknownText(unknown, list)}`,
      "Use ids or exact names from list_profiles.",
    );
  const left = new Set<Profile>(found);
  const text = `other than ${some(
    found.map(({ name }) => name),
    6,
  )}`;
  return [{ text, isLeft: (profile: Profile) => !left.has(profile) }];
}

/** The zones at whose midnights the days of the network's metrics begin. */
export function zonesOf({
  network,
  profiles,
}: Pick<Question, "network" | "profiles">): readonly (string | undefined)[] {
  const { dayZone } = networkTraits[network];
  return dayZone === undefined ? profiles.map(({ timezone }) => timezone) : [dayZone];
}

/** No profile of the network has the labels. */
export class NoneLeft extends NoPages {
  constructor(texts: readonly string[]) {
    super(
      "invalid_input",
      `no requested profile is left: profiles ${texts.join(", ")}`,
      "Choose other labels (list_profile_labels) or profiles.",
    );
  }
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
