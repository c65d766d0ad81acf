/** What Node's side of an exchange needs. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Runs when the answer is sent or the client has gone away; at once where that is so already. */
export function onClose(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once("close", listener);
}

/** Sends an answer that has its body already. */
export async function send(
  answer: Response,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(method === "HEAD" ? undefined : body);
}
