/** Reads the common parts of request bodies, and rejects invalid ones as the API does. */
import { apiErrors } from "../catalog/error-codes.ts";
import type { Account, SandboxProfile, User } from "./account.ts";
import { isDay } from "./calendar.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";

/** A failure that is answered in the error envelope (spec, Errors). */
export class Failure extends Error {
  readonly status: number;
  readonly body: object;

  constructor(
    readonly code: number,
    details: readonly string[] = [],
  ) {
    super(`code ${code}`);
    const { status = 200, meaning = "Error" } = apiErrors.find((row) => row.code === code) ?? {};
    this.status = status;
    this.body = { success: false, errors: [{ code, errors: [meaning, ...details] }] };
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a list of texts.
 * @throws Failure with code 3 for anything but a list of distinct texts, and for texts that are not in `valid`.
 */
export function textsOf(
  value: unknown,
  name: string,
  valid?: ReadonlyMap<string, unknown>,
): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Failure(3, [`${name} is empty`]);
  if (!value.every((text) => typeof text === "string"))
    throw new Failure(3, [`${name} contains an entry that is not a text`]);
  if (new Set(value).size !== value.length) throw new Failure(3, [`${name} contains a duplicate`]);
  const unknown = valid === undefined ? [] : value.filter((text) => !valid.has(text));
  if (unknown.length > 0) throw new Failure(3, [`unknown ${name}`, ...unknown]);
  return value;
}

/** Reads a range of days. @throws Failure with code 3 for invalid dates or an end before the start. */
export function readRange(body: Record<string, unknown>): { start: string; end: string } {
  const { date_start: start, date_end: end } = body;
  if (!isDay(start) || !isDay(end))
    throw new Failure(3, ["date_start and date_end must be valid dates, YYYY-MM-DD"]);
  if (end < start) throw new Failure(3, ["date_end is before date_start"]);
  return { start, end };
}

export interface Access {
  readonly account: Account;
  readonly user: User;
  readonly version: ApiVersion;
  readonly network: ProfileNetwork;
  /** `YYYY-MM-DD`: the oldest day in the account's plan. */
  readonly historyStart: string;
}

/**
 * Returns the profiles of some ids, for days from `start` on.
 * @throws Failure with code 6 for days before the history, or with code 5 and the ids that the user has no access to.
 */
export function readProfiles(
  ids: readonly string[],
  start: string,
  { account, user, network, historyStart }: Access,
): SandboxProfile[] {
  if (start < historyStart) throw new Failure(6, [`the history starts on ${historyStart}`]);
  const byId = account.profiles(network);
  const denied = ids.filter((id) => {
    const profile = byId.get(id);
    return profile === undefined || !account.hasAccess(user, profile);
  });
  if (denied.length > 0) throw new Failure(5, denied);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Checks that all profiles have insights. @throws Failure with code 7 and the ids of the profiles without. */
export function checkInsights(profiles: readonly SandboxProfile[]): void {
  const without = profiles.filter(({ insights }) => !insights).map(({ id }) => id);
  if (without.length > 0) throw new Failure(7, without);
}
