/** Takes a credential out of text that the API wrote: an answer may echo it. */

/** Shorter parts would take ordinary words out with them. */
const shortest = 6;

/** The header's credential, and what it is made of. */
function secretsOf(authorization: string): string[] {
  const [scheme = "", credential = ""] = authorization.split(" ");
  const parts = scheme === "Basic" ? Buffer.from(credential, "base64").toString().split(":") : [];
  return [credential, ...parts].filter((secret) => secret.length >= shortest);
}

export function redactorOf(authorization: string): (text: string) => string {
  const secrets = secretsOf(authorization);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text);
}
