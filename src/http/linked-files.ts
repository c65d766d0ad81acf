/** Sends the files behind links: in pieces, as their readers take them, and few at a time, because each is in memory until then. */
import type { ServerResponse } from "node:http";
import { httpLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import { onClose } from "./node-exchange.ts";
import { methodNotAllowed, refusal } from "./refusal.ts";

interface LinkedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

/** The file behind a path below `/files/`; undefined for none. @throws ToolError while the store cannot be reached. */
export type FindFile = (path: string) => Promise<LinkedFile | undefined>;

const pieceBytes = 64 * 1024;

const noFile = "No file: the link is not complete, or its time is over. Save the result again";

export class LinkedFiles {
  #sent = 0;

  constructor(private readonly find: FindFile) {}

  async answer(path: string, method: string, response: ServerResponse): Promise<Response> {
    if (!["GET", "HEAD"].includes(method)) return methodNotAllowed("GET, HEAD");
    if (this.#sent >= httpLimits.filesAtOnce) return later("Too many files are being sent");
    this.#sent += 1;
    response.setTimeout(httpLimits.fileStallSeconds * 1000, () => response.destroy());
    onClose(response, () => (this.#sent -= 1));
    try {
      const file = await this.find(path);
      if (file === undefined) return refusal(404, noFile);
      const { headers, content } = file;
      return new Response(method === "HEAD" ? null : inPieces(content), { headers });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return later(error.problem);
    }
  }
}

const later = (problem: string): Response =>
  refusal(503, `${problem}: try again`, { headers: { "retry-after": "5" } });

/** The content as a stream, which copies nothing. */
function inPieces(content: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= content.length) return controller.close();
      controller.enqueue(content.subarray(sent, sent + pieceBytes));
      sent += pieceBytes;
    },
  });
}
