/** Records in the API's lists. Reading ignores unknown fields and accepts absent ones (spec, Resources). */
import { upstreamError } from "../errors/tool-error.ts";
import { type JsonObject, isObject } from "../text/json.ts";
import { ourLimits } from "../catalog/limits.ts";
import { inertText, plainText } from "../text/sanitize.ts";

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
  readonly timezone?: string;
  /** Ids, names or objects, as in the record; undefined if the record has no labels field. */
  readonly labels?: readonly (string | number | JsonObject)[];
  /** Undefined if the network has no insights or the API does not state it. */
  readonly insightsEnabled?: boolean;
}

export interface PostLabelGroup extends Named {
  readonly labelIds: readonly string[];
}

export interface ListeningQuery extends Named {
  /** The API's text; undefined if the record has no status. */
  readonly status?: string;
  readonly communityEnabled?: boolean;
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

/** Returns the objects in the list `key`. @throws ToolError `upstream_failed` if there is no such list. */
export function listOf(record: JsonObject, key: string): JsonObject[] {
  const list = record[key];
  if (!Array.isArray(list)) throw upstreamError(`the API's answer has no list named ${key}`);
  return list.filter(isObject);
}

export function profileOf(record: JsonObject): Profile[] {
  const id = text(record["id"]);
  if (id === undefined) return [];
  const timezone = sanitised(record["timezone"]);
  const insights = record["insights_enabled"];
  const labels = record["profile_labels"];
  return [
    {
      id: toProfileId(id),
      name: sanitised(record["name"]) ?? sanitised(record["profile_name"]) ?? inertText(id, 80),
      ...(Array.isArray(labels) ? { labels: labels.filter(isLabel) } : {}),
      ...(timezone === undefined ? {} : { timezone }),
      ...(typeof insights === "boolean" ? { insightsEnabled: insights } : {}),
    },
  ];
}

const isLabel = (value: unknown): value is string | number | JsonObject =>
  text(value) !== undefined || isObject(value);

/** Returns no entry for a record without an id, because no request could name it. */
export function namedOf(record: JsonObject): Named[] {
  const id = text(record["id"]);
  if (id === undefined) return [];
  return [{ id, name: sanitised(record["name"]) ?? inertText(id, ourLimits.textLength) }];
}

export function profileLabelOf(record: JsonObject): ProfileLabel[] {
  const profiles = Array.isArray(record["profiles"]) ? record["profiles"].filter(isObject) : [];
  return namedOf(record).map((named) => ({
    ...named,
    profiles: profiles.map((profile) => ({
      name: sanitised(profile["name"]) ?? "",
      platform: sanitised(profile["platform"]) ?? "",
    })),
  }));
}

export function postLabelGroupOf(record: JsonObject): PostLabelGroup[] {
  const ids = Array.isArray(record["label_ids"]) ? record["label_ids"] : [];
  const labelIds = ids.flatMap((id) => text(id) ?? []);
  return namedOf(record).map((named) => ({ ...named, labelIds }));
}

export function listeningQueryOf(record: JsonObject): ListeningQuery[] {
  const status = sanitised(record["status"]);
  const community = record["community_enabled"];
  return namedOf(record).map((named) => ({
    ...named,
    ...(status === undefined ? {} : { status }),
    ...(typeof community === "boolean" ? { communityEnabled: community } : {}),
  }));
}
