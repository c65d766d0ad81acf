/** CSV as RFC 4180 has it, and how a result gives its own. */
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";

export const lineEnd = "\r\n";

export interface Width {
  readonly bytes: number;
  /** As part of a JSON message. */
  readonly escaped: number;
}

export interface Csv {
  readonly header: string;
  readonly rowCount: number;
  /** The lines of the rows from one number to before another. */
  lines(from: number, to: number): Iterable<string>;
  /** Gives how much each row takes, without writing it where that is costly. */
  widths(): (row: number) => Width;
}

/** Inert text; what a spreadsheet would run as a formula is made text, numbers are left as they are. */
export function textCell(text: string): string {
  const plain = plainText(text, ourLimits.postTextLength);
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(plain);
  const inert = /^[=+\-@\t\r]/.test(plain) && !isNumber ? `'${plain}` : plain;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
