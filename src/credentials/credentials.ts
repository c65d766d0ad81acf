/** Where to send requests, and on whose behalf. */
import type { Authorization } from "../api/authorization.ts";

export interface Credentials {
  readonly baseUrl: URL;
  readonly authorization: Authorization;
}

export type Environment = Readonly<Record<string, string | undefined>>;
