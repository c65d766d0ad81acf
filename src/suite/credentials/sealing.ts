/** Encryption under a passphrase: AES-256-GCM, the key derived by scrypt. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import type { ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import * as z from "zod";
import type { Secret } from "../../base/secrets/secret.ts";

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

interface Key {
  readonly salt: Buffer;
  readonly bytes: Buffer;
}

/**
 * Encrypts and decrypts under one passphrase. The key of what was decrypted is used again, each time with a new
 * initialisation vector: between the use of a refresh token and the storing of its successor, a process that is killed
 * loses the login, so that no key is derived there.
 */
export class Sealing {
  /** Of content that this passphrase has encrypted: a forged salt is not used again. */
  #key: Key | undefined;

  constructor(private readonly passphrase: Secret) {}

  async seal(content: unknown): Promise<Sealed> {
    const key = (this.#key ??= await this.#keyOf(randomBytes(16)));
    const iv = randomBytes(12);
    const encryption = createCipheriv(cipher, key.bytes, iv);
    const text = Buffer.concat([encryption.update(JSON.stringify(content)), encryption.final()]);
    const tag = encryption.getAuthTag();
    const base64 = (bytes: Buffer): string => bytes.toString("base64");
    return { cipher, salt: base64(key.salt), iv: base64(iv), tag: base64(tag), text: base64(text) };
  }

  /** @throws if the passphrase is wrong or anything was changed. */
  async unseal(content: Sealed): Promise<unknown> {
    const bytes = (text: string): Buffer => Buffer.from(text, "base64");
    const key = await this.#keyOf(bytes(content.salt));
    const iv = bytes(content.iv);
    const decryption = createDecipheriv(cipher, key.bytes, iv, { authTagLength: 16 });
    decryption.setAuthTag(bytes(content.tag));
    const text = Buffer.concat([decryption.update(bytes(content.text)), decryption.final()]);
    this.#key = key;
    return JSON.parse(text.toString("utf8"));
  }

  async #keyOf(salt: Buffer): Promise<Key> {
    if (this.#key?.salt.equals(salt) === true) return this.#key;
    return { salt, bytes: await derive(this.passphrase.reveal(), salt, 32, cost) };
  }
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
