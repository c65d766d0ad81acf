/** Membership of profiles in labels (spec, Profile and Profile label). */
import { type RowValue, rowKey } from "../cells/axis.ts";
import { noLabel, type LabelRows } from "../cells/result.ts";
import { upstreamError, required } from "../errors/tool-error.ts";
import { isObject } from "../text/json.ts";
import type { Named, Profile, ProfileLabel } from "../api/records.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { ProfileNetwork } from "../catalog/networks.ts";
import { plainText } from "../text/sanitize.ts";

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

export class Labels {
  readonly #byId: ReadonlyMap<string, Named>;
  readonly #byName: ReadonlyMap<string, ProfileLabel>;
  /** Labels by the names of their profiles on this network. */
  readonly #byProfileName = new Map<string, readonly string[]>();
  readonly #idsOf: ReadonlyMap<string, readonly string[]>;

  constructor(
    list: readonly ProfileLabel[],
    network: ProfileNetwork,
    profiles: readonly Profile[],
  ) {
    for (const label of list) {
      const named = label.profiles.filter(({ platform }) => platform === network);
      for (const name of new Set(named.map((one) => one.name)))
        this.#byProfileName.set(name, [...(this.#byProfileName.get(name) ?? []), label.id]);
    }
    const counts = new Map<string, number>();
    for (const { name } of profiles) counts.set(name, (counts.get(name) ?? 0) + 1);
    const named = [...list, ...profiles.flatMap(({ labels = [] }) => labels.flatMap(labelOf))];
    this.#byId = new Map(named.toReversed().map((label) => [label.id, label]));
    this.#byName = new Map(list.map((label) => [label.name, label]));
    this.#idsOf = new Map(profiles.map((profile) => [profile.id, this.#read(profile, counts)]));
  }

  /** Ids of a profile's labels, in its own order; {@link noLabel} if it has none. */
  of(profile: Profile): readonly string[] {
    const ids = required(this.#idsOf.get(profile.id), `the profile ${profile.id}`);
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
    return this.#byId.has(text) ? text : this.#named(text)?.id;
  }

  nameOf(id: string): string | undefined {
    return this.#byId.get(id)?.name;
  }

  #named(name: string): ProfileLabel | undefined {
    return this.#byName.get(plainText(name, ourLimits.textLength));
  }

  #read(profile: Profile, counts: ReadonlyMap<string, number>): readonly string[] {
    if (profile.labels === undefined) return this.#readByName(profile, counts);
    const ids = profile.labels.map((label) => this.idOf(label) ?? rowKey(label));
    return [...new Set(ids.filter((id) => id !== noLabel))];
  }

  /** Reads membership from the label list. @throws ToolError `upstream_failed` for two profiles of one name. */
  #readByName({ name }: Profile, counts: ReadonlyMap<string, number>): readonly string[] {
    const mine = this.#byProfileName.get(name) ?? [];
    if (mine.length > 0 && (counts.get(name) ?? 0) > 1)
      throw upstreamError(
        `two profiles are named ${JSON.stringify(name)}, so their labels cannot be distinguished`,
        undefined,
        { isFinal: true },
      );
    return mine;
  }
}
