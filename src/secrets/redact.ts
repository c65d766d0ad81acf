/** Removes a credential from text that the API wrote, because an answer may echo it. */
import type { Secret } from "./secret.ts";

/** Minimum length in characters. Redacting shorter parts would also remove ordinary words. */
const minLength = 6;

/** Redacts the header's credential and, for Basic, its decoded parts. */
export function redactorOf(authorization: Secret): (text: string) => string {
  const [scheme = "", credential = ""] = authorization.reveal().split(" ");
  const parts = scheme === "Basic" ? Buffer.from(credential, "base64").toString().split(":") : [];
  const secrets = [credential, ...parts].filter((secret) => secret.length >= minLength);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text);
}
