/** Estimates how many tokens of a model a text takes. */
const pieces = /[0-9]+|[A-Za-z]+| |[\u0080-\u{10FFFF}]+|[^A-Za-z0-9 ]/gu;
const mixedCase = /[a-z][A-Z]|[A-Z]{2}[a-z]|^[A-Z]{4}/;

/** The first whole lines of a text that fit, at least one, and the number of the others. */
export function fittingLines(
  text: string,
  maxTokens: number,
): { readonly text: string; readonly left: number } {
  const lines = text.split("\n");
  let lineCount = lines.length;
  while (lineCount > 1 && !fitsTokens(lines.slice(0, lineCount).join("\n"), maxTokens))
    lineCount -= 1;
  return { text: lines.slice(0, lineCount).join("\n"), left: lines.length - lineCount };
}

/** The estimate is at most a limit. No byte is estimated at more than a token, no character at less than a quarter. */
export const fitsTokens = (text: string, maxTokens: number): boolean =>
  text.length <= maxTokens * 4 &&
  (Buffer.byteLength(text) <= maxTokens || estimateTokens(text) <= maxTokens);

/**
 * Estimates the number of o200k_base tokens of a text cheaply, never below the exact number.
 * The tokenizer groups digits by threes and merges most words, a word with the space before it,
 * and some runs of punctuation. The estimate merges less, and takes letters of mixed case for encoded bytes, as in a cursor.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) {
    const code = piece.charCodeAt(0);
    if (code === 32) tokens += 0.25;
    else if (code >= 48 && code <= 57) tokens += Math.ceil(piece.length / 3);
    else if (code > 127) tokens += Buffer.byteLength(piece) * 0.75;
    else if (piece.length > 1)
      tokens += Math.ceil(piece.length / (mixedCase.test(piece) ? 1.3 : 4));
    else tokens += 1;
  }
  return Math.ceil(tokens);
}
