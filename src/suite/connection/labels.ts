/** Membership of profiles in labels (spec, Profile and Profile label). */
import { type RowValue, rowKey } from "../../numbers/cells/axis.ts";
import { noLabel, type LabelRows } from "../../numbers/cells/result.ts";
import { lazily } from "../../base/async/lazily.ts";
import { upstreamError, required } from "../../base/errors/tool-error.ts";
import { isObject } from "../../base/text/json.ts";
import type { Named, Profile, ProfileLabel } from "../api/records.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { ProfileNetwork } from "../../catalog/networks.ts";
import { plainText } from "../../base/text/sanitize.ts";

/** The label that a record of a profile has with its name. */
function labelOf(label: unknown): Named[] {
  if (!isObject(label)) return [];
  const { id, name } = label;
  const isNamed = (typeof id === "string" || typeof id === "number") && typeof name === "string";
  return isNamed ? [{ id: String(id), name: plainText(name, ourLimits.textLength) }] : [];
}

/** True where the list of profiles has a label that may be an id alone: the list of labels has its name. */
export const needLabelNames = (profiles: readonly Profile[]): boolean =>
  profiles.some(({ labels = [] }) => labels.some((label) => labelOf(label).length === 0));

/**
 * The labels of profiles, where their list or that of the labels has them.
 * @param known the list of labels, where the question needs it. @param listed asks for it, where profiles have ids alone.
 */
export async function labelsOf(
  profiles: readonly Profile[],
  network: ProfileNetwork,
  known: readonly ProfileLabel[] | undefined,
  listed: () => Promise<readonly ProfileLabel[]>,
): Promise<Labels | undefined> {
  if (known === undefined && profiles.every(({ labels }) => labels === undefined)) return undefined;
  const names = known ?? (needLabelNames(profiles) ? await listed() : []);
  return new Labels(names, network, profiles);
}

/** An index of a list of labels for one network, made once. */
interface LabelIndex {
  readonly byId: ReadonlyMap<string, ProfileLabel>;
  readonly byName: ReadonlyMap<string, ProfileLabel>;
  /** The ids of labels by the names of their profiles. */
  readonly byProfileName: ReadonlyMap<string, readonly string[]>;
}

const indexes = new WeakMap<readonly ProfileLabel[], Map<ProfileNetwork, LabelIndex>>();

function indexOf(list: readonly ProfileLabel[], network: ProfileNetwork): LabelIndex {
  const ofList = indexes.get(list) ?? new Map<ProfileNetwork, LabelIndex>();
  indexes.set(list, ofList);
  const known = ofList.get(network);
  if (known !== undefined) return known;
  const byProfileName = new Map<string, string[]>();
  for (const label of list) {
    const named = label.profiles.filter(({ platform }) => platform === network);
    for (const name of new Set(named.map((page) => page.name))) {
      const ids = byProfileName.get(name) ?? [];
      ids.push(label.id);
      byProfileName.set(name, ids);
    }
  }
  const index = {
    // Of labels with one id, the first.
    byId: new Map(list.toReversed().map((label) => [label.id, label])),
    byName: new Map(list.map((label) => [label.name, label])),
    byProfileName,
  };
  ofList.set(network, index);
  return index;
}

export class Labels {
  readonly #index: LabelIndex;
  /** Labels that profiles have with their names. */
  readonly #ofProfiles: () => ReadonlyMap<string, Named>;
  readonly #counts: () => ReadonlyMap<string, number>;
  readonly #idsOf: ReadonlyMap<string, () => readonly string[]>;

  constructor(
    list: readonly ProfileLabel[],
    network: ProfileNetwork,
    profiles: readonly Profile[],
  ) {
    this.#index = indexOf(list, network);
    this.#ofProfiles = lazily(() => {
      const named = profiles.flatMap(({ labels = [] }) => labels.flatMap(labelOf));
      return new Map(named.toReversed().map((label) => [label.id, label]));
    });
    this.#counts = lazily(() => {
      const counts = new Map<string, number>();
      for (const { name } of profiles) counts.set(name, (counts.get(name) ?? 0) + 1);
      return counts;
    });
    this.#idsOf = new Map(
      profiles.map((profile) => [profile.id, lazily(() => this.#read(profile))]),
    );
  }

  /** Ids of a profile's labels, in its own order; {@link noLabel} if it has none. */
  of(profile: Profile): readonly string[] {
    const ids = required(this.#idsOf.get(profile.id), `the profile ${profile.id}`)();
    return ids.length === 0 ? [noLabel] : ids;
  }

  /** The rows of some profiles, each once, {@link noLabel} last; and the places of each profile among them. */
  rowsOf(profiles: readonly Profile[]): LabelRows<string> {
    const ids = new Set(profiles.flatMap((profile) => this.of(profile)));
    const rows = [...ids].filter((id) => id !== noLabel);
    if (ids.has(noLabel)) rows.push(noLabel);
    const places = new Map(rows.map((id, place) => [id, place]));
    const placesOf = profiles.map((profile): [string, number[]] => [
      profile.id,
      this.of(profile).map((id) => required(places.get(id), `the label ${id}`)),
    ]);
    return { rows, placesOf: new Map(placesOf) };
  }

  /** The label's id for a row value that is its id, its name, or an object with either. */
  idOf(row: RowValue): string | undefined {
    if (row === noLabel) return noLabel;
    if (isObject(row)) {
      const { id, name } = row;
      if (typeof id === "string" || typeof id === "number") return String(id);
      return typeof name === "string" ? this.#named(name)?.id : undefined;
    }
    const text = rowKey(row);
    return this.nameOf(text) === undefined ? this.#named(text)?.id : text;
  }

  nameOf(id: string): string | undefined {
    return (this.#index.byId.get(id) ?? this.#ofProfiles().get(id))?.name;
  }

  #named(name: string): ProfileLabel | undefined {
    return this.#index.byName.get(plainText(name, ourLimits.textLength));
  }

  #read(profile: Profile): readonly string[] {
    if (profile.labels === undefined) return this.#readByName(profile);
    const ids = profile.labels.map((label) => this.idOf(label) ?? rowKey(label));
    return [...new Set(ids.filter((id) => id !== noLabel))];
  }

  /** Reads membership from the label list. @throws ToolError `upstream_failed` for two profiles of one name. */
  #readByName({ name }: Profile): readonly string[] {
    const mine = this.#index.byProfileName.get(name) ?? [];
    if (mine.length > 0 && (this.#counts().get(name) ?? 0) > 1)
      throw upstreamError(
        `two profiles are named ${JSON.stringify(name)}, so their labels cannot be distinguished`,
        undefined,
        { isFinal: true },
      );
    return mine;
  }
}
