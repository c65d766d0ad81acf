/** The forms in which an API may echo a secret. */

const percentEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** The secret in clear, in other cases, in base64 (alone and within another text), in hexadecimal, percent-encoded. */
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
];
