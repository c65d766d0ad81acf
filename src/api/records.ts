/** What the API's lists hold, read loosely: unknown fields are passed over, absent ones tolerated (spec, Resources). */
import { upstreamFailed } from "../errors/tool-error.ts";
import { type JsonObject, isObject } from "../text/json.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";

/** A content label, an ad account: what has an id and a name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Profile extends Named {
  readonly timezone?: string;
  /** Labels as the record has them, ids, names or objects; absent where it has no such field. */
  readonly labels?: readonly (string | number | JsonObject)[];
  /** Absent where the network has no insights or the API does not say. */
  readonly insightsEnabled?: boolean;
}

export interface PostLabelGroup extends Named {
  readonly labelIds: readonly string[];
}

export interface ListeningQuery extends Named {
  /** As the API writes it; absent where it does not say. */
  readonly status?: string;
  readonly communityEnabled?: boolean;
}

export interface ProfileLabel extends Named {
  readonly profiles: readonly { readonly name: string; readonly platform: string }[];
}

/** @throws ToolError `upstream_failed` for a number that cannot have been read exactly. */
function text(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return undefined;
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw upstreamFailed("the API's answer holds an id that is a number too large to be exact");
}

const shown = (value: unknown): string | undefined => {
  const plain = plainText(text(value) ?? "", ourLimits.textLength);
  return plain === "" ? undefined : plain;
};

/** The objects under `key`; `upstream_failed` where there is no list. */
export function listOf(record: JsonObject, key: string): JsonObject[] {
  const list = record[key];
  if (!Array.isArray(list)) throw upstreamFailed(`the API's answer has no list named ${key}`);
  return list.filter(isObject);
}

export function profileOf(record: JsonObject): Profile[] {
  const id = text(record["id"]);
  if (id === undefined) return [];
  const timezone = shown(record["timezone"]);
  const insights = record["insights_enabled"];
  const labels = record["profile_labels"];
  return [
    {
      id,
      name: shown(record["name"]) ?? shown(record["profile_name"]) ?? plainText(id, 80),
      ...(Array.isArray(labels) ? { labels: labels.filter(isLabel) } : {}),
      ...(timezone === undefined ? {} : { timezone }),
      ...(typeof insights === "boolean" ? { insightsEnabled: insights } : {}),
    },
  ];
}

const isLabel = (value: unknown): value is string | number | JsonObject =>
  text(value) !== undefined || isObject(value);

/** None for a record without an id: nothing could be asked of it. */
export function namedOf(record: JsonObject): Named[] {
  const id = text(record["id"]);
  if (id === undefined) return [];
  return [{ id, name: shown(record["name"]) ?? plainText(id, ourLimits.textLength) }];
}

export function profileLabelOf(record: JsonObject): ProfileLabel[] {
  const profiles = Array.isArray(record["profiles"]) ? record["profiles"].filter(isObject) : [];
  return namedOf(record).map((named) => ({
    ...named,
    profiles: profiles.map((profile) => ({
      name: shown(profile["name"]) ?? "",
      platform: text(profile["platform"]) ?? "",
    })),
  }));
}

export function postLabelGroupOf(record: JsonObject): PostLabelGroup[] {
  const ids = Array.isArray(record["label_ids"]) ? record["label_ids"] : [];
  const labelIds = ids.flatMap((id) => text(id) ?? []);
  return namedOf(record).map((named) => ({ ...named, labelIds }));
}

export function listeningQueryOf(record: JsonObject): ListeningQuery[] {
  const status = shown(record["status"]);
  const community = record["community_enabled"];
  return namedOf(record).map((named) => ({
    ...named,
    ...(status === undefined ? {} : { status }),
    ...(typeof community === "boolean" ? { communityEnabled: community } : {}),
  }));
}
