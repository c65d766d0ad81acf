/**
 * The server's own cursor through posts: the API's cursors, a place within the page of each, a fingerprint of the
 * question, and the result that has the posts so far. The server stores nothing of it, and rejects the cursor of another
 * question.
 */
import { createHash } from "node:crypto";
import type { PostsRequest } from "../../suite/api/posts.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { inputError, upstreamError } from "../../base/errors/tool-error.ts";
import { isDay } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";

/** A place within a page from which a walk through a part of the profiles continues. */
export interface CursorPlace {
  readonly isEnded?: true;
  /** The API's cursor of the page; undefined for the first page. */
  readonly after?: string | undefined;
  /** The number of posts of the page that earlier replies contain. */
  readonly offset: number;
  /** The mark of the last of them. */
  readonly last?: string | undefined;
}

/** The result that has the posts so far, and their number. */
interface Listed {
  readonly result: string;
  readonly listed: number;
}

/** The days of the question, and the period if it had one. */
export interface Cursor extends Range, Listed {
  readonly period: string | undefined;
  /** One for each part of the profiles. */
  readonly places: readonly CursorPlace[];
  readonly pageSize: number;
  readonly fingerprint: string;
}

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 8);

/** Of all but the id of the result, which that result confirms. */
const checkOf = (text: string): string => digest(text.replace(/~r\w{8}~/, "~"));

/** Identifies a question, independent of its page size. */
export function fingerprintOf(request: PostsRequest): string {
  const { version } = postEndpointOf(request.network);
  return digest(JSON.stringify({ version, ...request, pageSize: 0 }));
}

/** Identifies a post; undefined for a post without an id. */
export function markOf({ id }: { readonly id?: unknown }): string | undefined {
  if (typeof id === "number" && !Number.isSafeInteger(id))
    throw upstreamError("the API's posts have numeric ids that are too large to be exact");
  const isId = typeof id === "number" || (typeof id === "string" && id !== "");
  return isId ? digest(String(id)) : undefined;
}

export function writeCursor(
  request: PostsRequest,
  places: readonly CursorPlace[],
  { start, end, period = "", result, listed }: Omit<Cursor, "places" | "pageSize" | "fingerprint">,
): string {
  const { pageSize } = request;
  const texts = places.map(({ isEnded, offset, last = "", after = "" }) =>
    [isEnded === true ? "" : offset, last, encodeURIComponent(after).replaceAll("~", "%7E")].join(
      "~",
    ),
  );
  const head = [pageSize, start, end, period, fingerprintOf(request), result, listed];
  const text = [...head, ...texts].join("~");
  return `${text}~${checkOf(text)}`;
}

const shape =
  /^(\d{1,3})~([\d-]{10})~([\d-]{10})~(\w{1,20})?~([\w-]{8})~(r\w{8})~(\d{1,7})((?:~\d{0,6}~(?:[\w-]{8})?~[^~\s]*)+)~([\w-]{8})$/;

/** @throws ToolError `invalid_input` for a text that is not a cursor of this server. */
export function readCursor(text: string): Cursor {
  const [
    ,
    pageSize,
    start = "",
    end = "",
    period,
    fingerprint = "",
    result = "",
    listed,
    rest = "",
    check,
  ] = shape.exec(text) ?? [];
  const places = [...rest.matchAll(/~(\d*)~([\w-]*)~([^~]*)/g)].map(
    ([, offset = "", last = "", page = ""]): CursorPlace | undefined => {
      const after = orUndefined(() => decodeURIComponent(page));
      if (after === undefined) return undefined;
      if (offset === "") return { offset: 0, isEnded: true };
      return { offset: Number(offset), after: after || undefined, last: last || undefined };
    },
  );
  // A text with an altered part would lead to other posts.
  const isWhole = check === checkOf(text.slice(0, text.lastIndexOf("~")));
  if (!isWhole || !isDay(start) || !isDay(end) || !places.every((place) => place !== undefined)) {
    throw inputError(
      "this server did not issue the cursor",
      "Copy the whole cursor from the reply, or leave it out to start from the first post.",
    );
  }
  return {
    places,
    pageSize: Number(pageSize),
    start,
    end,
    period,
    fingerprint,
    result,
    listed: Number(listed),
  };
}
