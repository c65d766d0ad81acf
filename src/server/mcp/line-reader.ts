/** Divides a stream of bytes into lines of limited length. */
const newline = 0x0a;

export class LineReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /** @param onLine gets each line that is not blank. @param onTooLong is called once for each line that is dropped. */
  constructor(
    private readonly maxBytes: number,
    private readonly onLine: (line: string) => void,
    private readonly onTooLong: () => void,
  ) {}

  add(chunk: Buffer): void {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(newline, from);
      this.#append(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.end();
      from = end + 1;
    }
  }

  /** Ends the current line: the last one may lack its line break. */
  end(): void {
    // Some clients on Windows write a byte order mark before a message, which is white space here.
    const line = Buffer.concat(this.#pieces).toString().trim();
    this.#pieces = [];
    this.#length = 0;
    if (line !== "") this.onLine(line);
  }

  #append(piece: Buffer): void {
    const wasTooLong = this.#length > this.maxBytes;
    this.#length += piece.length;
    if (this.#length <= this.maxBytes) this.#pieces.push(piece);
    else if (!wasTooLong) {
      this.#pieces = [];
      this.onTooLong();
    }
  }
}
