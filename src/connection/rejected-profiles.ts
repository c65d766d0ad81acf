/** Profiles that the API rejects with codes 5 and 7 (spec, Errors). */
import { ApiError } from "../api/envelope.ts";
import type { Profile } from "../api/records.ts";
import type { SkippedProfile } from "./profiles.ts";

const reasons: Readonly<Partial<Record<ApiError["code"], string>>> = {
  profiles_not_allowed: "not allowed for this user",
  insights_not_enabled: "insights not enabled",
};

export interface RejectedProfiles {
  readonly profiles: readonly Profile[];
  readonly skipped: readonly SkippedProfile[];
}

/** Those of the profiles that the error names; none where it is another error. */
export function rejectedProfiles(error: unknown, profiles: readonly Profile[]): RejectedProfiles {
  const reason = error instanceof ApiError ? reasons[error.code] : undefined;
  if (!(error instanceof ApiError) || reason === undefined) return { profiles: [], skipped: [] };
  const texts = error.errors.flatMap(({ strings }) => strings);
  const named = profiles.filter(({ id }) => texts.some((text) => containsId(text, id)));
  return { profiles: named, skipped: named.map(({ name }) => ({ profile: name, reason })) };
}

/** Finds the id as a whole, not as a part of a longer one. */
function containsId(text: string, id: string): boolean {
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`).test(text);
}
