/**
 * Sends the files behind links: in pieces, as their readers take them. Each is in memory until then, so few are sent at a time, fewer of
 * one caller, and a slow reader is disconnected.
 */
import type { ServerResponse } from "node:http";
import type { Link } from "../../answers/exports/file-links.ts";
import { httpLimits } from "../../catalog/limits.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { onClose } from "./node-exchange.ts";
import { methodNotAllowed, refusal } from "./refusal.ts";

/** The link of a path below `/files/`; undefined for none. Both it and its file throw a ToolError while the store cannot be reached. */
export type FindLink = (path: string) => Promise<Link | undefined>;

const pieceBytes = 64 * 1024;

const noFile = "No file: the link is not complete, or its time is over. Save the result again";

export class LinkedFiles {
  readonly #sent = new Set<Link>();

  constructor(private readonly find: FindLink) {}

  async answer(path: string, method: string, response: ServerResponse): Promise<Response> {
    if (!["GET", "HEAD"].includes(method)) return methodNotAllowed("GET, HEAD");
    try {
      const link = await this.find(path);
      if (link === undefined) return refusal(404, noFile);
      if (!this.#hasSlot(link)) return later("Too many files are being sent");
      this.#sent.add(link);
      onClose(response, () => this.#sent.delete(link));
      const file = await link.file();
      if (file === undefined) return refusal(404, noFile);
      const { headers, content } = file;
      return new Response(method === "HEAD" ? null : inPieces(content, response), { headers });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return later(error.problem);
    }
  }

  #hasSlot({ id, owner }: Link): boolean {
    const sent = [...this.#sent];
    const { ofServer: total, ofCaller, ofLink } = httpLimits.filesAtOnce;
    return (
      sent.length < total &&
      sent.filter((link) => link.owner === owner).length < ofCaller &&
      sent.filter((link) => link.id === id).length < ofLink
    );
  }
}

const later = (problem: string): Response =>
  refusal(503, `${problem}: try again`, { headers: { "retry-after": "5" } });

/** The content as a stream, which copies nothing. A reader below the minimum speed is disconnected. */
function inPieces(content: Uint8Array, response: ServerResponse): ReadableStream<Uint8Array> {
  let [sent, sentBefore] = [0, 0];
  const { bytesPerSecond, seconds } = httpLimits.slowestReader;
  const watch = setInterval(() => {
    if (sent - sentBefore < bytesPerSecond * seconds) response.destroy();
    sentBefore = sent;
  }, seconds * 1000).unref();
  onClose(response, () => clearInterval(watch));
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= content.length) return controller.close();
      controller.enqueue(content.subarray(sent, sent + pieceBytes));
      sent += pieceBytes;
    },
  });
}
