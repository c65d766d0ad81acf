/** Runs a query, where that is allowed without the profiles that the API refuses. */
import { ApiError } from "../api/envelope.ts";
import { noneLeft, type LeftOut } from "./profiles.ts";
import { includedProfiles, type Query } from "./query.ts";
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
      const again =
        skipUnavailable && error instanceof ApiError
          ? withoutNamed(query, leftOut, error)
          : undefined;
      if (again === undefined) throw error;
      ({ query, leftOut } = again);
    }
  }
}

/** Undefined where the error is another, or names no profile that is still asked. */
function withoutNamed(
  query: Query,
  leftOut: readonly LeftOut[],
  error: ApiError,
): Reduced | undefined {
  if (!skippable.includes(error.code)) return undefined;
  const strings = error.errors.flatMap((one) => one.strings);
  const named = includedProfiles(query).filter(({ id }) => strings.some((text) => names(text, id)));
  if (named.length === 0) return undefined;
  const excluded = new Set([...query.excluded, ...named.map(({ id }) => id)]);
  const reason =
    error.code === "insights_not_enabled" ? "insights not enabled" : "not allowed for this user";
  const left = [...leftOut, ...named.map(({ name }) => ({ profile: name, reason }))];
  if (excluded.size === query.profiles.length)
    throw noneLeft(query.network, query.profiles.length, left);
  return { query: { ...query, excluded }, leftOut: left };
}
