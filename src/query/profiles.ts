/** Chooses the profiles of a query from the account's list, before a request is spent on one that would be refused. */
import type { Profile } from "../api/records.ts";
import { ToolError } from "../catalog/errors.ts";
import { networkTraits } from "../catalog/networks.ts";
import { plainText } from "../text/plain.ts";
import type { Query, Question } from "./query.ts";

/** A profile that was asked but not answered for, and why. */
export interface LeftOut {
  readonly profile: string;
  readonly reason: string;
}

export interface Chosen {
  readonly query: Query;
  readonly leftOut: readonly LeftOut[];
}

export interface Wanted {
  /** Left out: every profile of the network. */
  readonly ids?: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
}

/**
 * @param list the profiles of the network that the user may see.
 * @throws ToolError `profiles_not_allowed` or `insights_not_enabled` where unavailable ones are not to be skipped.
 */
export function chooseProfiles(
  question: Question,
  list: readonly Profile[],
  wanted: Wanted,
): Chosen {
  const { network } = question;
  const byId = new Map(list.map((profile) => [profile.id, profile]));
  const ids = [...new Set(wanted.ids ?? byId.keys())];
  const unknown = ids.filter((id) => !byId.has(id));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  const off = networkTraits[network].refusesWithoutInsights
    ? known.filter(({ insightsEnabled }) => insightsEnabled === false)
    : [];
  const leftOut = [
    ...unknown.map((id) => ({
      profile: plainText(id, 80),
      reason: `no ${network} profile of this account`,
    })),
    ...off.map(({ name }) => ({ profile: name, reason: "insights not enabled" })),
  ];
  if (!wanted.skipUnavailable) {
    if (unknown.length > 0)
      throw refused("profiles_not_allowed", `not ${network} profiles of this account`, unknown);
    if (off.length > 0)
      throw refused(
        "insights_not_enabled",
        `${network} profiles without insights`,
        off.map(({ id }) => id),
      );
  }
  const profiles = known.filter((profile) => !off.includes(profile));
  if (profiles.length === 0) throw noneLeft(network, list.length, leftOut);
  return { query: { ...question, profiles, excluded: new Set() }, leftOut };
}

function refused(
  code: "profiles_not_allowed" | "insights_not_enabled",
  what: string,
  ids: readonly string[],
): ToolError {
  const shown = ids
    .slice(0, 10)
    .map((id) => plainText(id, 80))
    .join(", ");
  const rest = ids.length > 10 ? ` and ${ids.length - 10} more` : "";
  return new ToolError(code, `${what}: ${shown}${rest}`);
}

export function noneLeft(network: string, listed: number, leftOut: readonly LeftOut[]): ToolError {
  if (listed === 0) {
    return new ToolError(
      "not_found",
      `no ${network} profile is connected to this account, or this user may see none`,
      "Call list_profiles for another network, or tell the user.",
    );
  }
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].join(", ");
  return new ToolError(
    "profiles_not_allowed",
    `none of the profiles asked is available (${reasons})`,
    "Choose others: list_profiles shows which there are, and whose insights are on.",
  );
}
