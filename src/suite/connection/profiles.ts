/** Chooses the profiles of a question, and skips those that cannot be requested. */
import { ApiError } from "../api/envelope.ts";
import type { Profile } from "../api/records.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import type { ProfileNetwork } from "../../catalog/networks.ts";
import { isObject } from "../../base/text/json.ts";
import { plainText, visibleText } from "../../base/text/sanitize.ts";
import { nearestText } from "../../base/text/nearest.ts";
import { some } from "../../base/text/words.ts";
import { leftOutOf } from "./left-out.ts";
import { findNamed, namedBy, unknownText } from "./names.ts";

const withoutInsights = "insights not enabled";

/** A requested profile that the answer does not cover, and the reason. */
export interface SkippedProfile {
  readonly profile: string;
  readonly reason: string;
}

export interface Chosen {
  readonly profiles: readonly Profile[];
  readonly skipped: readonly SkippedProfile[];
}

export interface Wanted {
  readonly network: ProfileNetwork;
  /** Ids, exact names or handles; every profile of the network (default). */
  readonly profiles?: readonly string[] | undefined;
  /** The API rejects profiles whose insights are off. */
  readonly needsInsights: boolean;
  readonly skipUnavailable: boolean;
}

/**
 * @param list the profiles of the network that the user may see.
 * @throws ToolError `profiles_not_allowed` or `insights_not_enabled` where unavailable profiles must not be skipped,
 * `invalid_input` for a name that several profiles have.
 */
export function chooseProfiles(list: readonly Profile[], wanted: Wanted): Chosen {
  const { network, skipUnavailable } = wanted;
  const noun = `${network} profile`;
  const { matches, unknown } =
    wanted.profiles === undefined
      ? { matches: list, unknown: [] }
      : findNamed(wanted.profiles, list, noun);
  const isOff = ({ insightsEnabled }: Profile): boolean =>
    wanted.needsInsights && insightsEnabled === false;
  const off = matches.filter(isOff);
  const labels = unknown.length === 0 ? undefined : labelsOf(list);
  const label = unknown.slice(0, 10).find((text) => labels?.has(visibleText(text)));
  if (label !== undefined) throw labelError(label);
  // If no name is found, no profile is left to answer about.
  if (unknown.length > 0 && list.length > 0 && (!skipUnavailable || matches.length === 0))
    throw new ToolError(
      "profiles_not_allowed",
      `not ${noun}s of this account: ${unknownText(unknown, list)}`,
      skipUnavailable
        ? "Use ids or exact names from list_profiles."
        : "Use ids or exact names from list_profiles, or leave skip_unavailable out, which omits these.",
    );
  if (!skipUnavailable && off.length > 0) {
    const names = off.map(({ name }) => name);
    throw new ToolError("insights_not_enabled", `${noun}s without insights: ${some(names, 10)}`);
  }
  const names = list.map(({ name }) => name);
  const skipped = [
    ...unknown.map((text, at) => ({
      profile: plainText(text, 80),
      reason:
        namedBy(text, leftOutOf(list)).length > 0
          ? "by the catalogue of this server"
          : `no ${noun} of this account${at < mostHinted ? nearestText(text, names, 1) : ""}`,
    })),
    ...off.map(({ name }) => ({ profile: name, reason: withoutInsights })),
  ];
  const profiles = matches.filter((profile) => !isOff(profile));
  if (profiles.length === 0) throw noProfileLeftError(network, list.length, skipped);
  return { profiles, skipped };
}

/** Names that are not found, for which the nearest ones are looked up. */
const mostHinted = 10;

/** Returns whether each text names one profile of the list, with its insights on if they are needed. */
export const hasAvailable = (
  list: readonly Profile[],
  texts: readonly string[],
  needsInsights: boolean,
): boolean =>
  texts.every((text) => {
    const [first, second] = namedBy(text, list);
    if (first === undefined || second !== undefined) return false;
    return !needsInsights || first.insightsEnabled !== false;
  });

/** The ids and names of the labels of the profiles, in any form that the API gives them. */
const labelsOf = (list: readonly Profile[]): ReadonlySet<string> =>
  new Set(
    list.flatMap(({ labels = [] }) =>
      labels
        .flatMap((label) => (isObject(label) ? [label["id"], label["name"]] : [label]))
        .map((idOrName) => visibleText(String(idOrName))),
    ),
  );

const labelError = (label: string): ToolError =>
  new ToolError(
    "profiles_not_allowed",
    `${JSON.stringify(plainText(label, 80))} is a profile label, not a profile`,
    "Pass it in labels (get_profile_metrics), or take the profiles of the label from list_profile_labels.",
  );

const chooseOthers =
  "Choose others: list_profiles shows which there are, and whose insights are on.";

/** There is no page to answer about: none is connected, chosen, or has insights. */
export class NoPages extends ToolError {}

export function noProfileLeftError(
  network: string,
  listed: number,
  skipped: readonly SkippedProfile[],
): ToolError {
  if (listed === 0)
    return new NoPages(
      "not_found",
      `no ${network} profile is connected to this account, or this user may see none`,
      {
        forModel: "Call list_profiles for another network, or tell the user.",
        forUser: () => "Choose another network, or ask an administrator of the account for access.",
      },
    );
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  const problem = `none of the requested profiles is available (${reasons.join(", ")})`;
  const areOff = reasons.every((reason) => reason === withoutInsights);
  return new (areOff ? NoPages : ToolError)("profiles_not_allowed", problem, chooseOthers);
}

/** Codes 5 and 7 (spec, Errors): the reason for which each makes the API reject profiles. */
const reasons: Readonly<Partial<Record<ApiError["code"], string>>> = {
  profiles_not_allowed: "not allowed for this user",
  insights_not_enabled: withoutInsights,
};

/** Those of the profiles that the error names; none where it is another error. */
export function rejectedProfiles(error: unknown, profiles: readonly Profile[]): Chosen {
  const reason = error instanceof ApiError ? reasons[error.code] : undefined;
  if (!(error instanceof ApiError) || reason === undefined) return { profiles: [], skipped: [] };
  const texts = error.errors.flatMap(({ strings }) => strings);
  const named = profiles.filter(({ id }) => texts.some((text) => containsId(text, id)));
  return { profiles: named, skipped: named.map(({ name }) => ({ profile: name, reason })) };
}

/** The error where profiles are not skipped. If it names none, setting skip_unavailable would not help. */
export function unskippedError(error: unknown, profiles: readonly Profile[]): unknown {
  const isRejection = error instanceof ApiError && reasons[error.code] !== undefined;
  if (!isRejection || rejectedProfiles(error, profiles).profiles.length > 0) return error;
  const next =
    profiles.length === 1
      ? chooseOthers
      : "The API does not name these profiles, so skip_unavailable cannot omit them. Find them with list_profiles, or ask for fewer profiles at a time.";
  return new ToolError(error.code, error.problem, next, { cause: error });
}

/** Finds the id as a whole, not as a part of a longer one. */
function containsId(text: string, id: string): boolean {
  if (!text.includes(id)) return false;
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`).test(text);
}
