/** Authenticates callers over HTTP: without credentials, or by a bearer token (RFC 6750). */
import { isDeepStrictEqual } from "node:util";
import { callerIdOf, type Bearer, type BearerTokens } from "../callers/bearer-tokens.ts";
import type { Subject } from "../callers/mapped-callers.ts";
import type { Caller } from "./caller.ts";
import { refusal } from "./refusal.ts";

interface Admission {
  readonly caller: Caller;
  /** Milliseconds since 1970: streams of the caller end then. */
  readonly expires?: number;
}

/** A person whom the identity provider names, and who has no login here. */
interface Unmapped {
  readonly refused: Response;
  readonly subject: Subject;
}

export interface Authentication {
  /** Returns the caller, or the refusal of a request without valid credentials. @param header Authorization. */
  readonly admit: (request: {
    readonly header: string | undefined;
    readonly query: URLSearchParams;
  }) => Promise<Admission | Unmapped | Response>;
  /** Lists the callers that are known before they call; none (default). */
  readonly callers?: () => Promise<readonly Caller[]>;
  /** Returns false if the caller has lost access since an earlier request. */
  readonly isAllowed: (caller: Caller) => Promise<boolean>;
  /** Returns false while the identity provider's keys cannot be fetched. Absent if tokens need no keys. */
  readonly hasKeys?: () => boolean;
  /** Called once when the server has started. */
  readonly prepare?: () => void;
  /** Public documents by path, which tell clients how to sign in. */
  readonly documents?: ReadonlyMap<string, object>;
}

/** Everybody on this machine is one caller. */
export const everybody: Caller = { id: "everybody" };

export const noAuthentication: Authentication = {
  admit: async () => ({ caller: everybody }),
  isAllowed: async () => true,
};

const callerOf = (bearer: Bearer): Caller => {
  const { name, account: accounts, labels } = bearer;
  return { id: callerIdOf(bearer), name, accounts, labels };
};

export const tokenAuthentication = (tokens: BearerTokens): Authentication => ({
  callers: async () => (await tokens.list()).map(callerOf),
  admit: async ({ header }) => {
    const token = bearerToken(header);
    const bearer = token === undefined ? undefined : await tokens.owner(token);
    if (bearer === undefined) return unauthorized(header);
    const { until } = bearer;
    return { caller: callerOf(bearer), ...(until !== undefined && { expires: until }) };
  },
  isAllowed: async ({ id, labels = [] }) =>
    (await tokens.list()).some(
      (bearer) => callerIdOf(bearer) === id && isDeepStrictEqual(bearer.labels, labels),
    ),
});

/** Reads the token of an Authorization header; undefined for any other header. */
export const bearerToken = (header = ""): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];

/** The refusal (401) of a request without a valid token. */
export const unauthorized = (
  header: string | undefined,
  details: readonly string[] = [],
  problem = "The token is not valid",
): Response => {
  if (header === undefined) return challenging(401, "A bearer token is required", details);
  const error = ['error="invalid_token"', `error_description="${problem}"`];
  return challenging(401, problem, [...error, ...details]);
};

/** A refusal that says how to authenticate. */
export const challenging = (
  status: number,
  problem: string,
  details: readonly string[],
): Response => {
  const challenge = ['Bearer realm="social-analytics-mcp"', ...details].join(", ");
  return refusal(status, problem, { headers: { "www-authenticate": challenge } });
};
