/** Compresses the content of cached entries, quickly rather than well. */
import { promisify } from "node:util";
import { gunzip, gunzipSync, gzip, gzipSync } from "node:zlib";
import { ourLimits } from "../catalog/limits.ts";
import { smallBytes } from "./own-file.ts";

/** Smaller contents are stored as they are: compressing them takes longer than writing them. */
export const compressedFrom = 8 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const maxOutputLength = ourLimits.cachedEntryBytes;

export const compressed = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length <= smallBytes ? gzipSync(bytes, { level: 1 }) : compress(bytes, { level: 1 });

/** @throws for bytes that were not compressed, or that are too many. */
export const decompressed = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length <= smallBytes
    ? gunzipSync(bytes, { maxOutputLength })
    : decompress(bytes, { maxOutputLength });
