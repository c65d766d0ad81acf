/** Reads what request bodies have in common, and refuses as the API does. */
import type { Account, SandboxProfile, User } from "./account.ts";
import { isDay } from "./calendar.ts";
import { Failure } from "./failure.ts";
import type { ProfileNetwork } from "../catalog/networks.ts";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws Failure with code 3 for anything but a list of different texts. */
export function strings(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Failure(3, [`${name} is empty`]);
  if (!value.every((one) => typeof one === "string"))
    throw new Failure(3, [`${name} holds no text`]);
  if (new Set(value).size !== value.length) throw new Failure(3, [`${name} repeats itself`]);
  return value;
}

/** @throws Failure with code 3 for days that do not exist or are in the wrong order. */
export function readRange(body: Record<string, unknown>): { start: string; end: string } {
  const { date_start: start, date_end: end } = body;
  if (!isDay(start) || !isDay(end))
    throw new Failure(3, ["date_start and date_end are YYYY-MM-DD"]);
  if (end < start) throw new Failure(3, ["date_end is before date_start"]);
  return { start, end };
}

export interface Seeing {
  readonly account: Account;
  readonly user: User;
  readonly network: ProfileNetwork;
}

/** @throws Failure with code 5 that names the ids this user may not see. */
export function readProfiles(
  ids: readonly string[],
  { account, user, network }: Seeing,
): SandboxProfile[] {
  const known = account.profiles(network);
  const profiles = ids.map((id) => known.get(id));
  const refused = ids.filter((_, index) => {
    const profile = profiles[index];
    return profile === undefined || !account.maySee(user, profile);
  });
  if (refused.length > 0) throw new Failure(5, refused);
  return profiles.filter((profile) => profile !== undefined);
}

/** @throws Failure with code 7 that names the profiles whose insights are off. */
export function checkInsights(profiles: readonly SandboxProfile[]): void {
  const without = profiles.filter(({ insights }) => !insights).map(({ id }) => id);
  if (without.length > 0) throw new Failure(7, without);
}
