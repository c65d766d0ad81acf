/** Removes the secrets that this process knows from text, in the forms in which an answer may echo them. */

const shown = "[redacted]";

/** Minimum length of a form in characters. Redacting shorter ones would also remove ordinary words. */
const minLength = 6;

/** Folded forms of all secrets, by their first characters. Secrets are never removed: text may echo an old one. */
const forms = new Map<string, Set<string>>();

/** Marks the pairs of characters with which forms begin, so that most positions of a text need no look-up. */
const beginnings = new Uint8Array(2 ** 14);

const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127);

/** Adds a secret to those that `redact` removes. */
export function remember(secret: string): void {
  for (const form of formsOf(secret)) {
    for (const { text: folded } of [lowered(form), decoded(form)]) {
      if (folded.length < minLength) continue;
      const key = folded.slice(0, minLength);
      forms.set(key, (forms.get(key) ?? new Set()).add(folded));
      beginnings[pairAt(folded, 0)] = 1;
    }
  }
}

/**
 * Replaces every secret by `[redacted]`: as it is or in another case, percent-encoded in any part, in hexadecimal,
 * in base64 at any alignment, and escaped for JSON.
 */
export function redact(text: string): string {
  const clean = withoutForms(text, lowered(text));
  return clean.includes("%") ? withoutForms(clean, decoded(clean)) : clean;
}

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

interface Folded {
  readonly text: string;
  /** For each character of the folded text, its place in the original; undefined if all places are the same. */
  readonly starts?: readonly number[];
}

/** Converts ASCII letters to lower case. */
const lowered = (text: string): Folded => ({
  text: text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
});

/** The same, and decodes percent-encoded ASCII, however often it was encoded. */
function decoded(text: string): Folded {
  const { text: lower } = lowered(text);
  const characters: string[] = [];
  const starts: number[] = [];
  for (let at = 0; at < lower.length; at += 1) {
    characters.push(lower.charAt(at));
    starts.push(at);
    for (let code = encodedAtEnd(characters); code !== undefined;) {
      characters.splice(-3, 3, String.fromCharCode(code).toLowerCase());
      starts.splice(-2);
      code = encodedAtEnd(characters);
    }
  }
  return { text: characters.join(""), starts };
}

/** The printable character that the last three characters encode. */
function encodedAtEnd(characters: readonly string[]): number | undefined {
  if (characters.at(-3) !== "%") return undefined;
  const digits = `${characters.at(-2)}${characters.at(-1)}`;
  const code = /^[\da-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
  return code >= 0x20 && code <= 0x7e ? code : undefined;
}
