/** The file of logins: its permissions, its encryption, and what happens to damaged ones. */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Secret } from "../../src/base/secrets/secret.ts";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const secret = new Secret("canary-secret");

const newPath = (): string => join(temporaryFolder(), "credentials");

test("the file is for this user only, and nothing else stays in its folder", async () => {
  const path = newPath();
  const store = fileStore(path);
  await store.set("default", secret);
  await store.delete("default");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, ".."))).toEqual(["credentials"]);
});

test("with a passphrase, the file shows nothing without it", async () => {
  const path = newPath();
  await fileStore(path, new Secret("open sesame")).set("default", secret);

  expect(readFileSync(path, "utf8")).not.toMatch(/canary|default|open sesame/);
  const again = fileStore(path, new Secret("open sesame"));
  expect((await again.get("default"))?.reveal()).toBe("canary-secret");
  await expect(fileStore(path, new Secret("wrong")).get("default")).rejects.toThrow(
    /store_unreachable: .* cannot be decrypted: the passphrase is wrong, or the file is damaged\n.*SOCIAL_ANALYTICS_PASSPHRASE/,
  );
  await expect(fileStore(path).get("default")).rejects.toThrow(
    /store_unreachable: .* is encrypted\n.*SOCIAL_ANALYTICS_PASSPHRASE/,
  );
});

interface Sealed {
  readonly sealedLogins: Readonly<Record<"cipher" | "salt" | "iv" | "tag" | "text", string>>;
}

/** The work for each guess of a passphrase: 32 MiB. */
const work = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

test("the key of an encrypted file is derived by scrypt with N 32768, r 8, p 1 and a new salt for each file", async () => {
  const salts = new Set<string>();
  for (const account of ["default", "work"]) {
    const path = newPath();
    const store = fileStore(path, new Secret("open sesame"));
    await store.set(account, secret);
    const { sealedLogins }: Sealed = JSON.parse(readFileSync(path, "utf8"));
    const bytes = (part: keyof typeof sealedLogins): Buffer =>
      Buffer.from(sealedLogins[part], "base64");
    expect(sealedLogins.cipher).toBe("aes-256-gcm");
    expect(bytes("salt")).toHaveLength(16);
    salts.add(sealedLogins.salt);
    const key = scryptSync("open sesame", bytes("salt"), 32, work);
    const opening = createDecipheriv("aes-256-gcm", key, bytes("iv")).setAuthTag(bytes("tag"));
    const text = Buffer.concat([opening.update(bytes("text")), opening.final()]).toString();
    expect(JSON.parse(text)).toMatchObject({ [account]: "canary-secret" });
  }
  expect(salts.size).toBe(2);
});

test("a renewal derives no key after the login was read: the salt stays, the initialisation vector is new", async () => {
  const path = newPath();
  await fileStore(path, new Secret("open sesame")).set("default", secret);
  const written = (): Sealed => JSON.parse(readFileSync(path, "utf8"));
  const { sealedLogins: first } = written();
  const renewing = fileStore(path, new Secret("open sesame"));
  expect((await renewing.get("default"))?.reveal()).toBe("canary-secret");
  await renewing.set("default", new Secret("canary-renewed"));
  const { sealedLogins: renewed } = written();
  expect(renewed.salt).toBe(first.salt);
  expect(renewed.iv).not.toBe(first.iv);
  const reader = fileStore(path, new Secret("open sesame"));
  expect((await reader.get("default"))?.reveal()).toBe("canary-renewed");
});

test.each([
  ["N 32768, r 8, p 1", "accepted", {}],
  ["N 1024", "cannot be decrypted", { N: 1024 }],
  ["r 1", "cannot be decrypted", { r: 1 }],
  ["p 2", "cannot be decrypted", { p: 2 }],
])("a file that another program encrypted with %s: %s", async (_cost, outcome, cost) => {
  const path = newPath();
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const key = scryptSync("open sesame", salt, 32, { ...work, ...cost });
  const sealing = createCipheriv("aes-256-gcm", key, iv);
  const text = Buffer.concat([sealing.update('{"default":"canary-secret"}'), sealing.final()]);
  const parts = Object.entries({ salt, iv, tag: sealing.getAuthTag(), text });
  const base64 = parts.map(([part, bytes]) => [part, bytes.toString("base64")]);
  const sealedLogins = { cipher: "aes-256-gcm", ...Object.fromEntries(base64) };
  writeFileSync(path, JSON.stringify({ sealedLogins }), { mode: 0o600 });
  const store = fileStore(path, new Secret("open sesame"));
  const read = await store.get("default").then(
    (login) => (login?.reveal() === "canary-secret" ? "accepted" : "something else"),
    (error: Error) => error.message,
  );
  expect(read).toContain(outcome);
});

test("any change to an encrypted file is detected", async () => {
  const path = newPath();
  const store = fileStore(path, new Secret("open sesame"));
  await store.set("default", secret);
  const contents: { sealedLogins: Record<string, string> } = JSON.parse(readFileSync(path, "utf8"));
  for (const [part, value] of Object.entries(contents.sealedLogins)) {
    const changed = value.startsWith("A") ? `B${value.slice(1)}` : `A${value.slice(1)}`;
    const sealedLogins = { ...contents.sealedLogins, [part]: changed };
    writeFileSync(path, JSON.stringify({ sealedLogins }));
    await expect(store.get("default"), `its ${part}`).rejects.toThrow("store_unreachable");
  }
});

test("a file that others can read is rejected", async () => {
  const path = newPath();
  const store = fileStore(path);
  await store.set("default", secret);
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(path, mode);
    await expect(store.get("default")).rejects.toThrow(
      `can be read by others\nTell the user: run chmod 600 ${path}`,
    );
    await expect(store.set("default", secret)).rejects.toThrow("can be read by others");
  }
});

test("a folder is rejected", async () => {
  const store = fileStore(temporaryFolder());
  await expect(store.get("default")).rejects.toThrow("is a folder, not an ordinary file");
});

test("a file that is damaged or of another program is an error, and is not overwritten", async () => {
  const path = newPath();
  for (const damaged of ['{"logins": {"default": 5', '{"logins": {"default": 5}}', "{}"]) {
    writeFileSync(path, damaged, { mode: 0o600 });
    const store = fileStore(path);
    await expect(store.set("default", secret)).rejects.toThrow(
      "is damaged, or not a file of logins",
    );
    expect(readFileSync(path, "utf8")).toBe(damaged);
  }
});

test("a link to the file stays a link", async () => {
  const [path, link] = [newPath(), newPath()];
  const store = fileStore(link);
  await fileStore(path).set("default", secret);
  symlinkSync(path, link);
  await store.set("default", new Secret("later"));
  expect(readFileSync(path, "utf8")).toContain("later");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});
