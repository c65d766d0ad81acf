/** Finds the endpoint and the user of a message. */
import { endpoints, type Endpoint } from "../api/endpoints.ts";
import type { ProfileNetwork } from "../catalog/networks.ts";
import { users, type User } from "./account.ts";
import { Failure } from "./failure.ts";

export interface Routed {
  readonly endpoint: Endpoint;
  readonly network: ProfileNetwork | undefined;
}

/** Returns the user of a Basic header. @throws Failure 401 for a missing header, or an invalid token or secret. */
export function userOf(authorization: string | undefined): User {
  const user = users.find(
    ({ token, secret }) =>
      authorization === `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`,
  );
  if (user === undefined) throw new Failure(401);
  return user;
}

/** Returns the endpoint and network of a request. @throws Failure 404 for an unknown path, 405 for another method. */
export function route({ method, path }: { method: string; path: string }): Routed {
  const matches = endpoints.flatMap((endpoint): Routed[] => {
    if (endpoint.path === path) return [{ endpoint, network: undefined }];
    const network = endpoint.networks?.find(
      (name) => endpoint.path.replace("{network}", name) === path,
    );
    return network === undefined ? [] : [{ endpoint, network }];
  });
  if (matches.length === 0) throw new Failure(404);
  const match = matches.find(({ endpoint }) => endpoint.method === method);
  if (match === undefined) throw new Failure(405);
  return match;
}

/** Parses a body; undefined if it is empty. @throws Failure 400 for a body that is not JSON. */
export function parseBody(body: string): unknown {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw new Failure(400);
  }
}
