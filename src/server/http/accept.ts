/** The form of an answer that a client accepts (RFC 9110, section 12.5.1): one JSON document, or a stream of events. */
import { EventSourceParserStream } from "eventsource-parser/stream";
import Negotiator from "negotiator";
import { isObject, parseJson } from "../../base/text/json.ts";
import { clientLeft } from "./refusal.ts";

const stream = "text/event-stream";
const json = "application/json";

/** The header that the SDK expects, whatever form the answer gets. */
export const everyForm = `${json}, ${stream}`;

/**
 * Returns the form of answers to POST. A client that does not name streams gets JSON, which every client can read.
 * @param accept the header; any form (default). Undefined if neither form is accepted.
 */
export function acceptedForm(accept: string | null): "json" | "stream" | undefined {
  const { acceptsJson, acceptsStream, namesStream } = read(accept);
  if (acceptsStream && (namesStream || !acceptsJson)) return "stream";
  return acceptsJson ? "json" : undefined;
}

/** Returns true if the client accepts the stream that GET opens. */
export const acceptsStream = (accept: string | null): boolean => read(accept).acceptsStream;

export const acceptsJson = (accept: string | null): boolean => read(accept).acceptsJson;

/** Returns an answer that is one document as a stream of one event. A refusal stays as it is. */
export async function asStream(answer: Response): Promise<Response> {
  if (!answer.ok || answer.headers.get("content-type") !== json) return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-type", stream);
  return new Response(`event: message\ndata: ${await answer.text()}\n\n`, { headers });
}

function read(accept: string | null) {
  const headers = accept === null || accept.trim() === "" ? {} : { accept };
  const negotiator = new Negotiator({ headers });
  // Some clients name the encoding, which is always this one.
  const accepts = (type: string): boolean =>
    negotiator.mediaTypes([`${type}; charset=utf-8`]).length > 0;
  return {
    acceptsJson: accepts(json),
    acceptsStream: accepts(stream),
    namesStream: negotiator.mediaTypes().some((type) => /^text\/(event-stream|\*)$/i.test(type)),
  };
}

/**
 * Returns the answers in a stream of events as one document, without the progress.
 * @param signal ends the reading when the client disconnects.
 * @param isBatch true where the answers form a list.
 */
export async function asJson(
  answer: Response,
  signal: AbortSignal,
  isBatch: boolean,
): Promise<Response> {
  if (answer.headers.get("content-type") !== stream || answer.body === null) return answer;
  const answers: unknown[] = [];
  try {
    const events = answer.body
      .pipeThrough(new TextDecoderStream(), { signal })
      .pipeThrough(new EventSourceParserStream());
    for await (const { data } of events) {
      const message = parseJson(data);
      if (isObject(message) && ("result" in message || "error" in message)) answers.push(message);
    }
  } catch (error) {
    if (signal.aborted) return new Response(null, { status: clientLeft });
    throw error;
  }
  const headers = new Headers(answer.headers);
  headers.set("content-type", json);
  if (answers.length === 0) return new Response(null, { status: 204 });
  return Response.json(isBatch ? answers : answers[0], { headers });
}
