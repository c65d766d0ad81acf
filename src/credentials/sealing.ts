/** Encryption under a passphrase: AES-256-GCM, the key derived by scrypt. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import type { ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import * as z from "zod";
import type { Secret } from "../secrets/secret.ts";

const cipher = "aes-256-gcm";
/** Costs 32 MiB and about a tenth of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;

/** The encrypted text, and everything but the passphrase that decrypting it needs. */
export const sealed = z.strictObject({
  cipher: z.literal(cipher),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  text: z.base64(),
});
type Sealed = z.output<typeof sealed>;

export async function seal(content: unknown, passphrase: Secret): Promise<Sealed> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const encryption = createCipheriv(cipher, await keyOf(passphrase, salt), iv);
  const text = Buffer.concat([encryption.update(JSON.stringify(content)), encryption.final()]);
  const tag = encryption.getAuthTag();
  const base64 = (bytes: Buffer): string => bytes.toString("base64");
  return { cipher, salt: base64(salt), iv: base64(iv), tag: base64(tag), text: base64(text) };
}

/** @throws if the passphrase is wrong or anything was changed. */
export async function unseal(content: Sealed, passphrase: Secret): Promise<unknown> {
  const bytes = (text: string): Buffer => Buffer.from(text, "base64");
  const key = await keyOf(passphrase, bytes(content.salt));
  const decryption = createDecipheriv(cipher, key, bytes(content.iv), { authTagLength: 16 });
  decryption.setAuthTag(bytes(content.tag));
  const text = Buffer.concat([decryption.update(bytes(content.text)), decryption.final()]);
  return JSON.parse(text.toString("utf8"));
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const keyOf = (passphrase: Secret, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.reveal(), salt, 32, cost);
