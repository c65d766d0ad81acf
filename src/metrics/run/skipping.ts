/** Runs a query, where that is allowed without the profiles that the API refuses. */
import { ApiError } from "../../api/envelope.ts";
import type { Profile } from "../../api/records.ts";
import { noneLeft, type LeftOut } from "../../connection/profiles.ts";
import { includedProfiles, type Query } from "../question/question.ts";
import { runQuery, type Outcome, type RunServices } from "./run.ts";

/** Whether an error string names the id as a whole, not as a part of a longer one. */
function names(text: string, id: string): boolean {
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`).test(text);
}

/** A query, and who was left out of it. */
export interface Reduced {
  readonly query: Query;
  readonly leftOut: readonly LeftOut[];
}

const skippable: readonly string[] = ["profiles_not_allowed", "insights_not_enabled"];

/**
 * Runs the query; where skipping is allowed, again without the profiles that codes 5 and 7 name. The cuts stay
 * where they were, so that answers already there are not asked again.
 */
export async function runSkipping(
  reduced: Reduced,
  services: RunServices,
  signal: AbortSignal,
  skipUnavailable: boolean,
): Promise<Reduced & { outcome: Outcome }> {
  let { query, leftOut } = reduced;
  for (;;) {
    try {
      return { query, leftOut, outcome: await runQuery(query, services, signal) };
    } catch (error) {
      const again = skipUnavailable ? withoutNamed({ query, leftOut }, error) : undefined;
      if (again === undefined) throw error;
      ({ query, leftOut } = again);
    }
  }
}

export interface Refused {
  readonly profiles: readonly Profile[];
  readonly leftOut: readonly LeftOut[];
}

/** Those of the profiles that codes 5 and 7 name; none where the error is another. */
export function refusedBy(error: unknown, profiles: readonly Profile[]): Refused {
  if (!(error instanceof ApiError) || !skippable.includes(error.code))
    return { profiles: [], leftOut: [] };
  const strings = error.errors.flatMap((one) => one.strings);
  const named = profiles.filter(({ id }) => strings.some((text) => names(text, id)));
  const reason =
    error.code === "insights_not_enabled" ? "insights not enabled" : "not allowed for this user";
  return { profiles: named, leftOut: named.map(({ name }) => ({ profile: name, reason })) };
}

/** Undefined where the error is another, or names no profile that is still asked. */
function withoutNamed({ query, leftOut }: Reduced, error: unknown): Reduced | undefined {
  const refused = refusedBy(error, includedProfiles(query));
  if (refused.profiles.length === 0) return undefined;
  const excluded = new Set([...query.excluded, ...refused.profiles.map(({ id }) => id)]);
  const left = [...leftOut, ...refused.leftOut];
  if (excluded.size === query.profiles.length)
    throw noneLeft(query.network, query.profiles.length, left);
  return { query: { ...query, excluded }, leftOut: left };
}
