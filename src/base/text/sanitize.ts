/**
 * Sanitises text from outside: the result is inert, visible, without secrets, and on one line. Every text of the API
 * passes `plainText`. Ids pass `inertText`, which does not redact, because a request must name them exactly.
 */
import { longestEcho, redact } from "../secrets/redact.ts";

const emoji = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;

/** `gbeng`, `gbsct` and `gbwls` in tag characters: the only flags that consist of them. */
const subdivisions = ["gbeng", "gbsct", "gbwls"].map((code) =>
  Array.from(code, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
);

/** Scripts whose letters change their form beside a joiner. */
const joining = ["Arabic", "Syriac", "Nko", "Mongolian", "Phags_Pa", "Manichaean", "Adlam"];
const indic = ["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu"];
const southern = ["Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Tibetan"];
const script = `[${[...joining, ...indic, ...southern].map((name) => `\\p{scx=${name}}`).join("")}]`;

/** Signs that suppress a vowel. A joiner after one decides between a conjunct and separate letters. */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2\u1B44\uA9C0\uABED]`;

/** Sequences that need invisible characters: emoji, flags, joined letters. */
const allowed = [
  String.raw`\u{1F3F4}(?:${subdivisions.join("|")})\u{E007F}`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  `${emoji}(?:\\u200D${emoji})*`,
  String.raw`(?<=${script})[\u200C\u200D](?=${script})`,
  String.raw`(?<=${virama})[\u200C\u200D]`,
].join("|");

/**
 * Control and format characters but number signs, lone surrogates, what Unicode leaves without a glyph, and
 * non-characters, some of which make XML invalid.
 */
const invisible = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{NChar}\p{Default_Ignorable_Code_Point}\u{1D159}]--[\u0600-\u0605\u06DD\u08E2\u{110BD}\u{110CD}]]`;

const hasInvisible = new RegExp(invisible, "v");
const pattern = new RegExp(`(${allowed})|${invisible}`, "gv");
/** White space, and the empty Braille pattern. */
// Stryker disable next-line Regex: it makes an invalid pattern of \v.
const blanks = /[\t\n\v\f\r\u0085\u2028\u2029\u2800\p{Zs}]+/gu;
/**
 * Combining marks beyond the fourth of a letter, which would cover the lines around it. Vowels and medials of a script
 * of its own are marks too: syllables have up to eight.
 */
const diacritic = String.raw`[\p{Script=Inherited}&&\p{M}]`;
const extraMarks = new RegExp(String.raw`(${diacritic}{4})${diacritic}+|(\p{M}{8})\p{M}+`, "gv");
const isAscii = /^[\x20-\x7e]*$/;

/** A longer text is not read to its end, so that no text can occupy the process. */
const readLength = (maxLength: number): number => maxLength * 2 + 2000 + doubtful();
/** Characters at the end of what was read that are dropped, because a secret may be cut there. */
const doubtful = (): number => Math.max(2000, longestEcho());

/**
 * Removes control, bidirectional, zero-width, tag and variation-selector characters, except in valid emoji sequences
 * and joined scripts, then secrets. Puts the text on one line and cuts it at `maxLength` characters. A space parts what
 * would be a link or an image in Markdown: clients that render replies must not load a picture that a name asks for.
 */
export const plainText = (text: string, maxLength: number): string =>
  sanitised(text, maxLength, (line) => withoutLinks(redact(line)));

const withoutLinks = (text: string): string => text.replaceAll("](", "] (");

/**
 * The same, but keeps secrets and links: for ids, which must stay exact, and for texts that `plainText` returned before they
 * were stored among ids.
 */
export const inertText = (text: string, maxLength: number): string =>
  sanitised(text, maxLength, (line) => line);

/**
 * A name or an id as readers see it, for comparisons: copies have blanks, line breaks and invisible characters around
 * them, and letters in other forms.
 */
export const visibleText = (text: string): string => withoutLinks(inertText(text, 1000));

function sanitised(text: string, maxLength: number, clean: (line: string) => string): string {
  const most = readLength(maxLength);
  const isLong = text.length > most;
  const line = clean(visible(isLong ? text.slice(0, most) : text));
  if (line.length <= maxLength && !isLong) return line;
  const characters = Array.from(isLong ? line.slice(0, -doubtful()) : line);
  if (characters.length <= maxLength && !isLong) return line;
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}

/**
 * The regular expressions are slow; most texts need none or few of them. The number of spaces does not change: names that
 * differ only in their number are different names. A line break or tab with the blanks around it is one space. Letters
 * are composed, because "é" of one code point and of two look alike.
 */
function visible(text: string): string {
  if (isAscii.test(text)) return text.trim();
  const spaced = text.replace(blanks, (run) =>
    /^\p{Zs}+$/u.test(run) ? " ".repeat(run.length) : " ",
  );
  const shown = hasInvisible.test(spaced) ? spaced.replace(pattern, "$1") : spaced;
  return shown.replace(extraMarks, "$1$2").normalize("NFC").trim();
}
