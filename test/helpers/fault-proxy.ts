/** A proxy in front of the sandbox that breaks answers, one at a time. */
import type { ServerResponse } from "node:http";
import { failure } from "./fake-api.ts";
import { serveLocally } from "./local-server.ts";

/** The sandbox's answer. */
interface Whole {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Breaks one answer; an answer that it never ends stays open until the client leaves or the test ends. */
export type Fault = (answer: Whole, response: ServerResponse) => void;

const json = { "content-type": "application/json" };
const send = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: object = json,
): void => {
  response.writeHead(status, { ...headers }).end(body);
};

const sending =
  (status: number, body: string, headers: object = json): Fault =>
  (_whole, response) =>
    send(response, status, body, headers);

const reported = (code: number): Fault =>
  sending(200, JSON.stringify(failure(code, "injected failure")));

/** The same answer with something in it changed. */
const changed =
  (change: (record: { header?: unknown; data?: unknown; success?: unknown }) => void): Fault =>
  ({ status, body }, response) => {
    const record: { header?: unknown; data?: unknown; success?: unknown } = JSON.parse(body);
    change(record);
    send(response, status, JSON.stringify(record));
  };

const inTwoParts =
  (then: (response: ServerResponse) => void): Fault =>
  ({ body }, response) => {
    response.writeHead(200, { ...json, "content-length": Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => then(response));
  };

const refused = (after: object): Fault =>
  sending(429, JSON.stringify({ success: false, errors: [] }), { ...json, ...after });

/** Faults by name, which failures of tests show. */
export const faults = {
  "a reset before the answer": (_whole, response) => void response.destroy(),
  "a reset in the middle": inTwoParts((response) => response.destroy()),
  "a slow drip": ({ body }, response) => {
    response.writeHead(200, json);
    const pieces = body.match(/[\s\S]{1,200}/g) ?? [];
    const drip = (): void => {
      const piece = pieces.shift();
      if (piece === undefined) response.end();
      else response.write(piece, () => setImmediate(drip));
    };
    drip();
  },
  "a body cut short": ({ body }, response) => send(response, 200, body.slice(0, -20)),
  "no body": sending(200, ""),
  "no JSON": sending(200, "success", { "content-type": "text/plain" }),
  "a page": sending(200, "<html><h1>Welcome</h1></html>", { "content-type": "text/html" }),
  "a gateway's page": sending(502, "<html><h1>Bad gateway</h1></html>", {
    "content-type": "text/html",
  }),
  "a maintenance page": sending(503, "<html>Back soon</html>", { "retry-after": "5" }),
  "a failure inside": sending(500, JSON.stringify(failure(500))),
  "a list for a record": sending(200, "[]"),
  null: sending(200, "null"),
  "bytes that are no text": (_whole, response) =>
    void response.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0x00, 0x80])),
  "success without anything": sending(200, '{"success":true}'),
  "failure without a word": sending(200, '{"success":false}'),
  "wrong nesting": changed((record) => (record.data = [record.data])),
  "a row too few": changed((record) => {
    if (Array.isArray(record.data)) record.data.pop();
  }),
  "a header that is none": changed((record) => (record.header = "header")),
  "dimensions in another order": changed((record) => {
    if (Array.isArray(record.header)) record.header.reverse();
  }),
  "words for numbers": changed((record) => (record.data = [["many"]])),
  "a huge body": (_whole, response) => {
    response.writeHead(200, json);
    const pour = (): void => {
      if (!response.destroyed) response.write("x".repeat(100_000), () => setImmediate(pour));
    };
    pour();
  },
  "429 for a moment": refused({ "retry-after": "2" }),
  "429 for long": refused({ "retry-after": "1800" }),
  "429 until nobody knows": refused({}),
  "429 until a time": refused({
    "retry-after": "Fri, 20 Nov 2026 12:30:00 GMT",
    date: "Fri, 20 Nov 2026 12:00:00 GMT",
  }),
  "429 with nonsense": refused({ "retry-after": "soon" }),
  "a redirect elsewhere": sending(302, "", { location: "https://evil.example/steal" }),
  "401": sending(401, JSON.stringify(failure(401))),
  "a clock that is wrong": ({ status, body }, response) =>
    send(response, status, body, { ...json, date: "Thu, 01 Jan 1970 00:00:00 GMT" }),
  "code 3": reported(3),
  "code 5": reported(5),
  "code 6": reported(6),
  "code 7": reported(7),
  "code 8": reported(8),
  "code 10": reported(10),
  "code 11": reported(11),
  "code 13": reported(13),
  "code 99": reported(99),
  "a code that nobody knows": reported(4711),
  "a teapot": sending(418, "{}"),
} satisfies Record<string, Fault>;

export interface FaultProxy {
  readonly baseUrl: string;
  /** Breaks the next answers of the metrics endpoint, one each. */
  readonly next: (...faults: readonly Fault[]) => void;
  /** The number of those that are still to come. */
  readonly ahead: () => number;
  /** Runs before each request of the metrics endpoint is passed on. */
  onRequest: (count: number) => void;
}

/** @param baseUrl The sandbox's. */
export async function serveFaultProxy(baseUrl: string): Promise<FaultProxy> {
  const queue: Fault[] = [];
  let count = 0;
  const proxy: FaultProxy = {
    baseUrl: "",
    next: (...more) => void queue.push(...more),
    ahead: () => queue.length,
    onRequest: () => {},
  };
  const served = await serveLocally(async ({ method, url, headers, text }, response) => {
    const isMetrics = url.endsWith("/metrics");
    if (isMetrics) proxy.onRequest((count += 1));
    const answer = await fetch(baseUrl + url, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
      ...(text === "" ? {} : { body: text }),
    });
    const sandboxAnswer = {
      status: answer.status,
      headers: answer.headers,
      body: await answer.text(),
    };
    const fault = isMetrics ? queue.shift() : undefined;
    if (fault === undefined) send(response, sandboxAnswer.status, sandboxAnswer.body);
    else fault(sandboxAnswer, response);
  });
  return Object.assign(proxy, { baseUrl: served });
}
