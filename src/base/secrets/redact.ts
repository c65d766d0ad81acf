/** Removes the secrets that this process knows from text, in the forms in which an answer may echo them. */

export const shown = "[redacted]";

/** Minimum length of a form in characters. Redacting shorter ones would also remove ordinary words. */
const minLength = 6;

/** Folded forms of all secrets, by their first characters. Secrets are never removed: text may echo an old one. */
const forms = new Map<string, Set<string>>();

let longestForm = 0;

/** Marks the pairs of characters with which forms begin, so that most positions of a text need no look-up. */
const beginnings = new Uint8Array(2 ** 14);

const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127);

/** Adds a secret to those that `redact` removes. */
export function remember(secret: string): void {
  for (const { text } of formsOf(secret).flatMap((form) => readings(form))) {
    if (text.length < minLength) continue;
    longestForm = Math.max(longestForm, text.length);
    const key = text.slice(0, minLength);
    forms.set(key, (forms.get(key) ?? new Set()).add(text));
    beginnings[pairAt(text, 0)] = 1;
  }
}

/**
 * Replaces every secret by `[redacted]`: as it is or in another case, percent-encoded in any part, in hexadecimal,
 * in base64 at any alignment, and escaped for JSON.
 */
export function redact(text: string): string {
  let clean = withoutForms(text, lowered(text));
  for (let level = 1; level <= decodings && /[%\\]/.test(clean); level += 1) {
    const reading = readings(clean, level).at(level);
    if (reading === undefined) break;
    clean = withoutForms(clean, reading);
  }
  return clean;
}

/** Returns the maximum length of a secret in a text: that of the longest form, percent-encoded three times. */
export const longestEcho = (): number => longestForm * 9;

function withoutForms(text: string, { text: folded, starts }: Folded): string {
  let clean = "";
  let copied = 0;
  for (let at = 0; at + minLength <= folded.length; at += 1) {
    if (beginnings[pairAt(folded, at)] === 0) continue;
    const length = longestFormAt(folded, at);
    if (length === 0) continue;
    clean += text.slice(copied, starts?.[at] ?? at) + shown;
    copied = starts === undefined ? at + length : (starts[at + length] ?? text.length);
    at += length - 1;
  }
  return copied === 0 ? text : clean + text.slice(copied);
}

function longestFormAt(folded: string, at: number): number {
  let longest = 0;
  for (const form of forms.get(folded.slice(at, at + minLength)) ?? []) {
    if (form.length > longest && folded.startsWith(form, at)) longest = form.length;
  }
  return longest;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(bytes.toString()),
    bytes.toString("hex"),
    ...[0, 1, 2].flatMap((offset) => {
      const core = base64Core(bytes, offset);
      return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
    }),
  ];
}

/** The characters that bytes have in every base64 text that contains them after `offset` other bytes, modulo 3. */
function base64Core(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const first = Math.ceil((offset * 8) / 6);
  return text.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
}

/** A text as it is compared with the forms. */
interface Folded {
  readonly text: string;
  /** For each character, its place in the original; undefined if all places are the same. */
  readonly starts?: readonly number[];
}

/** Maximum number of times that a text is decoded. Addresses and JSON can be encoded more than once. */
const decodings = 3;

/** The text in lower case, and after each decoding that changes it. */
function readings(text: string, levels = decodings): Folded[] {
  const foldedTexts = [lowered(text)];
  for (let last = foldedTexts[0]; last !== undefined && foldedTexts.length <= levels;) {
    const next = decoded(last);
    if (next.text.length === last.text.length) break;
    foldedTexts.push(next);
    last = next;
  }
  return foldedTexts;
}

/** Converts ASCII letters to lower case. In other scripts that may change the length. */
const lowered = (text: string): Folded => ({
  text: /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
});

/** A printable ASCII character: percent-encoded, or escaped for JSON. */
const encoded = /%([2-6][\da-f]|7[\da-e])|\\(?:u00([2-6][\da-f]|7[\da-e])|(["\\/]))/g;

/** Decodes printable ASCII once. */
function decoded({ text, starts }: Folded): Folded {
  const parts: string[] = [];
  const places: number[] = [];
  let copied = 0;
  const copy = (from: number, to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) places.push(starts?.[at] ?? at);
  };
  for (const match of text.matchAll(encoded)) {
    const [escape, percent, unicode, character] = match;
    copy(copied, match.index);
    const code = Number.parseInt(percent ?? unicode ?? "", 16);
    parts.push(character ?? String.fromCharCode(code).toLowerCase());
    places.push(starts?.[match.index] ?? match.index);
    copied = match.index + escape.length;
  }
  copy(copied, text.length);
  return { text: parts.join(""), starts: places };
}
