/** Opens the connection of this process's one credential. */
import { Connection, type ConnectionParts } from "../connection/connection.ts";
import { join } from "node:path";
import { identityOf } from "../api/authorization.ts";
import { systemClock } from "../time/clock.ts";
import { httpTransport } from "../api/transport.ts";
import { cacheOf, type BlobCache } from "../files/blob-cache.ts";
import { fileBlobCache } from "../files/file-blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Credentials, Environment } from "../credentials/credentials.ts";
import { FileRequestBook } from "../quota/file-request-book.ts";
import { credentialsOf } from "./credentials.ts";
import { cacheFolder, stateFolder } from "./folders.ts";
import type { Options } from "./options.ts";

/** @throws ToolError `not_logged_in` where there is no credential. */
export async function openConnection(options: Options): Promise<Connection> {
  const credentials = await credentialsOf(options);
  return options.useSandbox
    ? new Connection({ ...partsOf(credentials), isMadeUp: true })
    : connectionOf(credentials, options.environment);
}

/** A connection that shares what it learns with the other processes of this machine, where it has a place for that. */
export function connectionOf(credentials: Credentials, environment: Environment): Connection {
  const { baseUrl, authorization } = credentials;
  const credential = identityOf(`${authorization.identity} ${baseUrl.href}`);
  return new Connection({ ...partsOf(credentials), ...sharedParts(credential, environment) });
}

function sharedParts(
  credential: string,
  environment: Environment,
): Pick<ConnectionParts, "book" | "cache" | "notes"> {
  const kept = (folder: string, maxBytes: number): BlobCache =>
    cacheOf(fileBlobCache({ folder, maxBytes, now: Date.now }), credential);
  try {
    return {
      book: new FileRequestBook(join(stateFolder(), "quota", credential)),
      cache: kept(cacheFolder(environment), ourLimits.cacheBytes),
      notes: kept(join(stateFolder(), "learnt"), ourLimits.learnedBytes),
    };
  } catch (error) {
    // A user without a home folder has no place for it.
    if (error instanceof ToolError) return {};
    throw error;
  }
}

const partsOf = ({ baseUrl, authorization }: Credentials): ConnectionParts => ({
  transport: httpTransport(baseUrl),
  authorization,
  clock: systemClock,
});
