/** Chooses profiles of a network by their labels, and leaves others out. */
import { lazily } from "../../base/async/lazily.ts";
import type { Profile, ProfileLabel } from "../api/records.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { attempt, passed, throwErrors, withoutErrors } from "../../base/errors/joined.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { some } from "../../base/text/words.ts";
import { Labels } from "./labels.ts";
import { dividedNames, findNamed, namedLabel, unknownText } from "./names.ts";
import { chooseProfiles, NoPages, type Chosen, type Wanted } from "./profiles.ts";

export interface Selection {
  /** Ids or exact names: all but these. */
  readonly profilesNot?: readonly string[] | undefined;
  /** Ids or exact names of profile labels: only profiles with any of them, with all of them, without any of them. */
  readonly labels?: readonly string[] | undefined;
  readonly labelsAll?: readonly string[] | undefined;
  readonly labelsNot?: readonly string[] | undefined;
}

/** True for a selection that needs the list of labels. */
export const isByLabel = (selection: Selection): boolean =>
  labelRules.some(({ key }) => selection[key] !== undefined);

/** The arguments that choose profiles by their labels. */
const labelRules = [
  { key: "labels", word: "with a label of", isMet: (has: boolean[]) => has.includes(true) },
  { key: "labelsAll", word: "with", isMet: (has: boolean[]) => !has.includes(false) },
  { key: "labelsNot", word: "without", isMet: (has: boolean[]) => !has.includes(true) },
] as const;

/** The profiles of a question. `chosenBy`: `Profiles with a label of Brand`; undefined where nothing chooses them. */
export interface Selected extends Chosen {
  readonly chosenBy: string | undefined;
  /** The number of profiles to choose from: the named ones, or all of the network. */
  readonly chosenFrom: number;
}

/** @throws ToolError as {@link chooseProfiles} and for labels that the account does not have; {@link NoneLeft}. */
export function selectProfiles(
  selection: Selection,
  list: readonly Profile[],
  labelList: readonly ProfileLabel[],
  wanted: Wanted & { readonly network: MetricNetwork },
): Selected {
  const chosen = attempt(() => selected(selection, wanted.network, list, labelList));
  const candidates = chosen instanceof ToolError ? [] : [...chosen.left];
  const isOpen = wanted.profiles === undefined && candidates.length > 0;
  const choice = attempt(() => chooseProfiles(isOpen ? candidates : list, wanted));
  const [{ left, texts }, { profiles, skipped }] = [passed(chosen, choice), passed(choice)];
  const those = profiles.filter((profile) => left.has(profile));
  if (list.length > 0 && those.length === 0) throw new NoneLeft(texts);
  const isNamed = wanted.profiles !== undefined;
  const absent = profiles.filter((profile) => !left.has(profile)).map(({ name }) => name);
  const without = absent.length > 0 ? ` (not ${some(absent, 6)})` : "";
  const among = isNamed ? `, among those named${without}` : "";
  const chosenBy = texts.length > 0 ? `Profiles ${texts.join(", ")}${among}` : undefined;
  return {
    profiles: those,
    skipped,
    chosenBy,
    chosenFrom: isNamed ? profiles.length : list.length,
  };
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

/**
 * The profiles that the labels choose and no argument excludes, and a text for each such argument.
 * @throws ToolError `unknown_labels` or `profiles_not_allowed` with the nearest names.
 */
function selected(
  scope: Selection,
  network: MetricNetwork,
  list: readonly Profile[],
  labelList: readonly ProfileLabel[],
) {
  const labels = lazily(() => new Labels(labelList, network, list));
  const byLabel = labelRules.map(({ key, word, isMet }) =>
    attempt(() => {
      const texts = (scope[key] ?? []).flatMap((text) => dividedNames(text, labelList));
      const matches = texts.map((text) =>
        namedLabel(text, labelList, "profile label", "list_profile_labels"),
      );
      const isLeft = (profile: Profile): boolean =>
        isMet(matches.map(({ id }) => labels().of(profile).includes(id)));
      const names = [...new Set(matches.map(({ name }) => name))];
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
  const { matches, unknown } = findNamed(texts, list, `${network} profile`);
  if (unknown.length > 0)
    throw new ToolError(
      "profiles_not_allowed",
      `profiles_not: not ${network} profiles of this account: ${unknownText(unknown, list)}`,
      "Use ids or exact names from list_profiles.",
    );
  const left = new Set<Profile>(matches);
  const text = `other than ${some(
    matches.map(({ name }) => name),
    6,
  )}`;
  return [{ text, isLeft: (profile: Profile) => !left.has(profile) }];
}
