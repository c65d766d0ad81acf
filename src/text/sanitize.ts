/** Sanitises text from outside: the result is inert, visible, and on one line. */

const emoji = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;

/** Sequences that need invisible characters: emoji, flags, joined letters. */
const allowed = [
  String.raw`\u{1F3F4}[\u{E0061}-\u{E007A}]{2,6}\u{E007F}`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  `${emoji}(?:\\u200D${emoji})*`,
  String.raw`(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})`,
].join("|");

/** Control and format characters (bidirectional, zero-width, tags), variation selectors, lone surrogates, fillers. */
const invisible = String.raw`[\p{Cc}\p{Cf}\p{Cs}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]`;

const pattern = new RegExp(`(${allowed})|${invisible}`, "gu");
const spaces = /[\t\n\v\f\r\u0085\u2028\u2029\p{Zs}]+/gu;

/**
 * Removes control, bidirectional, zero-width, tag and variation-selector characters, except in valid
 * emoji sequences and joined scripts. Puts the text on one line and cuts it at `maxLength` characters.
 */
export function plainText(text: string, maxLength: number): string {
  const line = text.replace(spaces, " ").replace(pattern, "$1").trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join("")}…`;
}
