/** Requests as raw HTTP, with any Host and Origin. */
import { request as send } from "node:http";
import { text as readAll } from "node:stream/consumers";
import { expect } from "vitest";
import { initializeMessage, type OverHttp } from "./http.ts";

const body = JSON.stringify(initializeMessage);

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export function sendRaw(
  { served }: OverHttp,
  path: string,
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { port: served.port, path, method, setHost: false, agent: false } as const;
    const sending = send({ ...options, host: "127.0.0.1", headers }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const end = (text: string): void => resolve({ status, headers: received, text });
      if (received["content-type"] !== "text/event-stream") {
        readAll(response).then(end, reject);
        return;
      }
      response.destroy();
      end("");
    });
    sending.once("error", reject);
    sending.end(method === "POST" ? body : undefined);
  });
}

export const headersOf = (
  host: string | undefined,
  origin: string | undefined,
  authorization?: string,
): Record<string, string> => ({
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  ...(host === undefined ? {} : { host }),
  ...(origin === undefined ? {} : { origin }),
  ...(authorization === undefined ? {} : { authorization }),
});

/** The shape of a refusal: a JSON-RPC error without internal details. */
export const refusalShape = {
  jsonrpc: "2.0",
  id: null,
  error: { code: expect.any(Number), message: expect.stringMatching(/^[A-Z][\w. -]+$/) },
};
