/** The client's Basic header is plain base64 of id and secret (spec, Scheme 2, step 4). */

/** As `oidc-provider` wants it: OAuth 2.0 itself form-encodes the two first. */
export function formEncoded(header: string): string {
  const [scheme = "", credential = ""] = header.split(" ");
  if (scheme.toLowerCase() !== "basic") return header;
  const [id = "", ...secret] = Buffer.from(credential, "base64").toString("utf8").split(":");
  const encoded = [id, secret.join(":")].map(encodeURIComponent).join(":");
  return `Basic ${Buffer.from(encoded).toString("base64")}`;
}
