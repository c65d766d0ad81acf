/** Membership of profiles in labels (spec, Profile and Profile label). */
import { type RowValue, rowKey } from "../../cells/axis.ts";
import { upstreamError, required } from "../../errors/tool-error.ts";
import { isObject } from "../../text/json.ts";
import type { Profile, ProfileLabel } from "../../api/records.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { plainText } from "../../text/sanitize.ts";

export class Labels {
  readonly #byId: ReadonlyMap<string, ProfileLabel>;
  readonly #byName: ReadonlyMap<string, ProfileLabel>;
  readonly #idsOf: ReadonlyMap<string, readonly string[]>;

  constructor(
    private readonly list: readonly ProfileLabel[],
    private readonly network: MetricNetwork,
    profiles: readonly Profile[],
  ) {
    this.#byId = new Map(list.map((label) => [label.id, label]));
    this.#byName = new Map(list.map((label) => [label.name, label]));
    this.#idsOf = new Map(profiles.map((profile) => [profile.id, this.#read(profile, profiles)]));
  }

  /** Ids of a profile's labels, in its own order. */
  of(profile: Profile): readonly string[] {
    return required(this.#idsOf.get(profile.id), `the profile ${profile.id}`);
  }

  /** The label's id for a row value that is its id, its name, or an object with either. */
  idOf(row: RowValue): string | undefined {
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

  #read(profile: Profile, profiles: readonly Profile[]): readonly string[] {
    if (profile.labels === undefined) return this.#readByName(profile, profiles);
    const ids = profile.labels.map((label) => this.idOf(label) ?? rowKey(label));
    return [...new Set(ids)];
  }

  /** Reads membership from the label list. @throws ToolError `upstream_failed` for two profiles of one name. */
  #readByName({ name }: Profile, profiles: readonly Profile[]): readonly string[] {
    const mine = this.list.filter((label) =>
      label.profiles.some((named) => named.name === name && named.platform === this.network),
    );
    if (mine.length > 0 && profiles.filter((other) => other.name === name).length > 1) {
      throw upstreamError(
        `two profiles are named ${JSON.stringify(name)}, so their labels cannot be distinguished`,
      );
    }
    return mine.map((label) => label.id);
  }
}
