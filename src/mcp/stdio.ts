/** Serves MCP over stdio: stdout carries JSON-RPC only. */
import { Transform, type Readable, type TransformCallback, type Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { stdioLimits } from "../catalog/limits.ts";
import { createServer, type ServerParts } from "./server.ts";

/** The streams of the process. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Resolves when the client closes its end. */
export function serveOverStdio(
  parts: ServerParts,
  { stdin, stdout }: Streams,
  onerror: (error: Error) => void,
): void {
  // A client that stops reading makes each message wait with listeners of its own.
  stdout.setMaxListeners(0);
  const { messageBytes, chunkBytes } = stdioLimits;
  const lines = new LineLimit(messageBytes, () => {
    const message = `The message is larger than ${messageBytes / 1024 / 1024} MiB`;
    onerror(new Error(message));
    const error = { code: -32_600, message };
    transport.send({ jsonrpc: "2.0", error }).catch(onerror);
  });
  stdin.once("error", (error) => {
    onerror(error);
    lines.end();
  });
  const transport = new StdioServerTransport(stdin.pipe(lines), stdout, {
    maxBufferSize: messageBytes + chunkBytes,
  });
  serveStdio(() => createServer(parts), { onerror, transport });
}

const newline = 0x0a;

/** Passes lines on, and drops those that are too long: the SDK would end the server. */
class LineLimit extends Transform {
  #length = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly onTooLong: () => void,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, callback: TransformCallback): void {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(newline, from) + 1 || chunk.length;
      this.#add(chunk.subarray(from, end), chunk[end - 1] === newline);
      from = end;
    }
    callback();
  }

  #add(piece: Buffer, isLast: boolean): void {
    const wasTooLong = this.#length > this.maxBytes;
    this.#length += piece.length;
    const isTooLong = this.#length > this.maxBytes;
    if (!isTooLong) this.push(piece);
    // The part that was passed on ends here. The SDK reports it as invalid JSON.
    else if (!wasTooLong) {
      this.onTooLong();
      this.push("\n");
    }
    if (isLast) this.#length = 0;
  }
}
