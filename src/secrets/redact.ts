/** Takes a credential out of text that the API wrote: an answer may echo it. */
import type { Secret } from "./secret.ts";

/** Shorter parts would take ordinary words out with them. */
const shortest = 6;

/** The header's credential, and what it is made of. */
function secretsOf(authorization: Secret): string[] {
  const [scheme = "", credential = ""] = authorization.reveal().split(" ");
  const parts = scheme === "Basic" ? Buffer.from(credential, "base64").toString().split(":") : [];
  return [credential, ...parts].filter((secret) => secret.length >= shortest);
}

export function redactorOf(authorization: Secret): (text: string) => string {
  const secrets = secretsOf(authorization);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text);
}
