/** The forms in which an API may echo a secret. */

const percentEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

const unicodeEscaped = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\u${byte.toString(16).padStart(4, "0")}`).join("");

/** The secret in clear, in other cases, in base64 (alone and within another text), in hexadecimal, percent-encoded, escaped for JSON. */
export const formsOf = (secret: string): string[] => [
  secret,
  secret.toUpperCase(),
  secret.toLowerCase(),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
  Buffer.from(`x:${secret}`).toString("base64"),
  Buffer.from(`id:${secret}.`).toString("base64"),
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("hex").toUpperCase(),
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  percentEncoded(secret),
  percentEncoded(secret).toUpperCase(),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  Buffer.from(`id:${secret}`).toString("base64").replaceAll("/", "\\/"),
  unicodeEscaped(secret),
];
