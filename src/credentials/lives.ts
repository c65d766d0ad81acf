/** The lifetimes of tokens (spec, Scheme 2, steps 6 and 8). Times are milliseconds since 1970. */
import type { Login } from "./login.ts";

const second = 1000;
const day = 24 * 60 * 60 * second;

const refreshTokenLife = 180 * day;
const noticeBefore = 14 * day;

/** A token is renewed a minute before it expires, or after nine tenths of a short life. */
export function isStale(login: Login, now: number): boolean {
  if (login.scheme === "basic") return false;
  const early = Math.min(60 * second, (login.accessTokenLife * second) / 10);
  return now >= login.accessTokenUntil - early;
}

/** The time at which the user must log in again; undefined if the login does not expire. */
export function endOf(login: Login): number | undefined {
  if (login.scheme === "basic") return undefined;
  if (login.refreshToken === undefined) return login.accessTokenUntil;
  return (login.refreshTokenSince ?? 0) + refreshTokenLife;
}

/** A notice for answers when the login expires soon. */
export function noticeOf(login: Login, now: number): string | undefined {
  const end = endOf(login);
  if (end === undefined || now < end - noticeBefore) return undefined;
  const date = new Date(end).toISOString().slice(0, 10);
  return `The login ends on ${date}: ask the user to run social-analytics-mcp login again before.`;
}
