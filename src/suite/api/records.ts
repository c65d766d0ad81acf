/** Records in the API's lists. Reading ignores unknown fields and accepts absent ones (spec, Resources). */
import { upstreamError } from "../../base/errors/tool-error.ts";
import { TimeSlice } from "../../base/async/time-slice.ts";
import { type JsonObject, isObject } from "../../base/text/json.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inertText, plainText } from "../../base/text/sanitize.ts";

/** A record with an id and a name, such as a content label or an ad account. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

declare const brand: unique symbol;

/** The id of a profile; a parameter that also accepts a name is a string. */
export type ProfileId = string & { readonly [brand]: "ProfileId" };

const isProfileId = (id: string): id is ProfileId => id !== "";

/** @throws ToolError `upstream_failed` for an empty id. */
export function toProfileId(id: string): ProfileId {
  if (isProfileId(id)) return id;
  throw upstreamError("the API returned a profile with an empty id");
}

export interface Profile extends Named {
  readonly id: ProfileId;
  /** Its unique name on the network. */
  readonly profileName?: string | undefined;
  /** The address of its picture. */
  readonly picture?: string | undefined;
  readonly timezone?: string | undefined;
  /** Ids, names or objects, as in the record; undefined if the record has no labels field. */
  readonly labels?: readonly (string | number | JsonObject)[] | undefined;
  /** Undefined if the network has no insights or the API does not state it. */
  readonly insightsEnabled?: boolean | undefined;
  /** The same for content of the community module. */
  readonly communityEnabled?: boolean | undefined;
}

export interface PostLabelGroup extends Named {
  readonly labelIds: readonly string[];
}

export interface ListeningQuery extends Named {
  /** The API's text; undefined if the record has no status. */
  readonly status: string | undefined;
  readonly communityEnabled: boolean | undefined;
}

export interface ProfileLabel extends Named {
  readonly profiles: readonly { readonly name: string; readonly platform: string }[];
}

/** Returns a string or number as text. @throws ToolError `upstream_failed` for a number too large to be exact. */
function text(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return undefined;
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw upstreamError("the API's answer contains an id that is a number too large to be exact");
}

const sanitised = (value: unknown): string | undefined => {
  const plain = plainText(text(value) ?? "", ourLimits.textLength);
  return plain === "" ? undefined : plain;
};

const flag = (value: unknown): boolean | undefined =>
  typeof value === "boolean" ? value : undefined;

/** A list of the account. */
export interface ApiList<One extends Named> {
  /** Each object once, the first if the API lists one twice. */
  readonly entries: readonly One[];
  /** The number of entries without an id. Requests cannot name them. */
  readonly withoutId: number;
}

/** Returns undefined for an entry without an id. */
type ReadEntry<One> = (
  entry: JsonObject,
  slice: TimeSlice,
) => One | undefined | Promise<One | undefined>;

/** Returns a function that reads the list `key` of an answer. It throws ToolError `upstream_failed` without such a list. */
export const listOf =
  <One extends Named>(key: string, read: ReadEntry<One>) =>
  async (record: JsonObject): Promise<ApiList<One>> => {
    const list = record[key];
    if (!Array.isArray(list)) throw upstreamError(`the API's answer has no list named ${key}`);
    const byId = new Map<string, One>();
    let withoutId = 0;
    const slice = new TimeSlice();
    for (const [index, entry] of list.entries()) {
      if (index % 100 === 0) await slice.pause();
      const namedEntry = isObject(entry) ? await read(entry, slice) : undefined;
      if (namedEntry === undefined) withoutId += 1;
      else if (!byId.has(namedEntry.id)) byId.set(namedEntry.id, namedEntry);
    }
    return { entries: [...byId.values()], withoutId };
  };

const maxIdLength = 1000;

/** Returns the id of a record; undefined for a missing or empty id. */
function idOf(record: JsonObject): string | undefined {
  const id = text(record["id"]);
  if (id !== undefined && id.length > maxIdLength)
    throw upstreamError(`the API's answer contains an id longer than ${maxIdLength} characters`);
  return id === "" ? undefined : id;
}

/** Far more than people put on a profile. */
const maxLabels = 10_000;

export function profileOf(record: JsonObject): Profile | undefined {
  const id = idOf(record);
  if (id === undefined) return undefined;
  const labels = record["profile_labels"];
  const profileName = sanitised(record["profile_name"]);
  const name = sanitised(record["name"]) ?? profileName ?? inertText(id, 80);
  return {
    id: toProfileId(id),
    name,
    profileName,
    picture: sanitised(record["picture"]),
    labels: Array.isArray(labels) ? labels.slice(0, maxLabels).filter(isLabel) : undefined,
    timezone: sanitised(record["timezone"]),
    insightsEnabled: flag(record["insights_enabled"]),
    communityEnabled: flag(record["community_enabled"]),
  };
}

const isLabel = (value: unknown): value is string | number | JsonObject =>
  text(value) !== undefined || isObject(value);

export function namedOf(record: JsonObject): Named | undefined {
  const id = idOf(record);
  if (id === undefined) return undefined;
  return { id, name: sanitised(record["name"]) ?? inertText(id, ourLimits.textLength) };
}

/** @param slice pauses: one label may have very many profiles. */
export async function profileLabelOf(
  record: JsonObject,
  slice: TimeSlice,
): Promise<ProfileLabel | undefined> {
  const named = namedOf(record);
  if (named === undefined) return undefined;
  const list = Array.isArray(record["profiles"]) ? record["profiles"].filter(isObject) : [];
  const profiles: ProfileLabel["profiles"][number][] = [];
  for (const [index, profile] of list.entries()) {
    if (index % 100 === 0) await slice.pause();
    profiles.push({
      name: sanitised(profile["name"]) ?? "",
      platform: sanitised(profile["platform"]) ?? "",
    });
  }
  return { ...named, profiles };
}

export function postLabelGroupOf(record: JsonObject): PostLabelGroup | undefined {
  const named = namedOf(record);
  if (named === undefined) return undefined;
  const ids = Array.isArray(record["label_ids"]) ? record["label_ids"] : [];
  return { ...named, labelIds: ids.flatMap((id) => text(id) ?? []) };
}

export function listeningQueryOf(record: JsonObject): ListeningQuery | undefined {
  const named = namedOf(record);
  if (named === undefined) return undefined;
  const [status, community] = [sanitised(record["status"]), flag(record["community_enabled"])];
  return { ...named, status, communityEnabled: community };
}
