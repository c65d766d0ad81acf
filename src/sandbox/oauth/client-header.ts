/** Converts the Basic header of the client, which is plain base64 of id and secret (spec, Scheme 2, step 4). */

/** Returns the header as `oidc-provider` expects it: OAuth 2.0 form-encodes id and secret first. */
export function formEncoded(header: string): string {
  const [scheme = "", credential = ""] = header.split(" ");
  if (scheme.toLowerCase() !== "basic") return header;
  const [id = "", ...secret] = Buffer.from(credential, "base64").toString("utf8").split(":");
  const encoded = [id, secret.join(":")].map(encodeURIComponent).join(":");
  return `Basic ${Buffer.from(encoded).toString("base64")}`;
}
