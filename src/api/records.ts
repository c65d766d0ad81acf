/** What the API's lists hold, read loosely: unknown fields are passed over, absent ones tolerated (spec, Resources). */
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import type { JsonObject } from "./envelope.ts";
import { broken, isObject } from "./envelope.ts";

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly timezone?: string;
  /** Labels as the record has them, ids, names or objects; absent where it has no such field. */
  readonly labels?: readonly (string | number | JsonObject)[];
  /** Absent where the network has no insights or the API does not say. */
  readonly insightsEnabled?: boolean;
}

export interface ProfileLabel {
  readonly id: string;
  readonly name: string;
  readonly profiles: readonly { readonly name: string; readonly platform: string }[];
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

const shown = (value: unknown): string | undefined => {
  const plain = plainText(text(value) ?? "", ourLimits.textLength);
  return plain === "" ? undefined : plain;
};

/** The objects under `key`; `upstream_failed` where there is no list. */
export function listOf(record: JsonObject, key: string): JsonObject[] {
  const list = record[key];
  if (!Array.isArray(list)) throw broken(`the API's answer has no list named ${key}`);
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

export function profileLabelOf(record: JsonObject): ProfileLabel[] {
  const id = text(record["id"]);
  if (id === undefined) return [];
  const profiles = Array.isArray(record["profiles"]) ? record["profiles"].filter(isObject) : [];
  return [
    {
      id,
      name: shown(record["name"]) ?? id,
      profiles: profiles.map((profile) => ({
        name: shown(profile["name"]) ?? "",
        platform: text(profile["platform"]) ?? "",
      })),
    },
  ];
}
