/** Our own cursor through posts: the API's, the place within its page, and which question it belongs to. */
import type { JsonObject } from "../text/json.ts";
import { createHash } from "node:crypto";
import type { PostsRequest } from "../api/posts.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import type { Range } from "../time/grains.ts";
import { isDay } from "../time/days.ts";
import { upstreamFailed, invalidInput } from "../errors/tool-error.ts";

/** Where a walk goes on. */
export interface Place {
  /** The API's cursor of the page; absent for the first. */
  readonly after?: string;
  /** How many of the page's posts were given already, and which was the last of them. */
  readonly given: number;
  readonly last?: string;
}

/** The days of a question, and the period that they were asked by. */
interface CursorDates extends Range {
  readonly period?: string | undefined;
}

export interface Cursor extends CursorDates {
  readonly place: Place;
  readonly pageSize: number;
  readonly fingerprint: string;
}

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 8);

/** The same for the same question; pages of another size would be cut elsewhere. */
export function fingerprintOf(request: PostsRequest): string {
  const { version } = postEndpointOf(request.network);
  return digest(JSON.stringify({ version, ...request, pageSize: 0 }));
}

/** What tells a post apart; undefined for one without an id. */
export function markOf({ id }: JsonObject): string | undefined {
  if (typeof id === "number" && !Number.isSafeInteger(id))
    throw upstreamFailed("the API's posts have ids that are numbers too large to be exact");
  const isId = typeof id === "number" || (typeof id === "string" && id !== "");
  return isId ? digest(String(id)) : undefined;
}

export function writeCursor(
  request: PostsRequest,
  { after, given, last = "" }: Place,
  period = "",
): string {
  const { pageSize, start, end } = request;
  const parts = [given, pageSize, start, end, period, fingerprintOf(request), last];
  return `${parts.join("~")}~${after === undefined ? "" : encodeURIComponent(after)}`;
}

const shape =
  /^(\d{1,6})~(\d{1,3})~([\d-]{10})~([\d-]{10})~(\w{1,20})?~([\w-]{8})~([\w-]{8})?~(\S*)$/;

/** @throws ToolError `invalid_input` for a text that is none of our cursors. */
export function readCursor(text: string): Cursor {
  const [, given, pageSize, start = "", end = "", period, fingerprint = "", last, after = ""] =
    shape.exec(text) ?? [];
  const page = decoded(after);
  if (given === undefined || !isDay(start) || !isDay(end) || page === undefined) {
    throw invalidInput(
      "this server did not issue the cursor",
      "Copy the whole cursor from the reply, or leave it out to start from the first post.",
    );
  }
  return {
    place: {
      given: Number(given),
      ...(page === "" ? {} : { after: page }),
      ...(last === undefined ? {} : { last }),
    },
    pageSize: Number(pageSize),
    start,
    end,
    period,
    fingerprint,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
