/**
 * Makes one native call to the keychain. It is a separate program, so that a call that hangs can be killed. It reports
 * when it has reached the keychain's service: a call that hangs before that has no service, one that hangs after it
 * waits for the user.
 */
import { readFileSync, writeSync } from "node:fs";
import type {
  KeychainAnswer,
  KeychainFailure,
  KeychainRequest,
} from "../../suite/credentials/keychain.ts";

const service = "social-analytics-mcp";

/** Writes synchronously: a native call would block queued output. */
const write = (answer: KeychainAnswer): void => {
  writeSync(1, `${JSON.stringify(answer)}\n`);
};

/** Without it the library falls back to the kernel's keyring, which does not survive a reboot. */
const linux = { store: "secret-service" } as const;

async function ask(request: KeychainRequest): Promise<KeychainAnswer> {
  const keyring = await import("@napi-rs/keyring").catch((error: unknown) => String(error));
  // Bundles for hosts do not have it, and some systems refuse native code that they do not know.
  if (typeof keyring === "string") return { failed: { kind: "not installed", message: keyring } };
  const { Entry, findCredentials } = keyring;
  const account = request.operation === "accounts" ? "any" : request.account;
  // Creating an entry opens the connection, and never waits for the user.
  const entry = new Entry(service, account, { linux });
  write({ reached: true });
  switch (request.operation) {
    case "get":
      return { text: entry.getPassword() };
    case "set":
      entry.setPassword(request.text);
      return {};
    case "delete":
      return { deleted: entry.deletePassword() };
    case "accounts":
      return { accounts: findCredentials(service).map((credential) => credential.account) };
  }
}

/** Kinds by the library's messages, because its errors have no codes. */
const kinds: readonly (readonly [RegExp, KeychainFailure])[] = [
  [/\bdismissed\b|\bIsLocked\b|\blocked\b|access platform storage/i, "locked"],
  [/not provided by any \.service|ServiceUnknown/, "no service"],
  [/Did not receive a reply|TimedOut|Timeout/i, "not started"],
  [/connect to socket|autolaunch|DBUS_SESSION_BUS_ADDRESS/i, "no bus"],
];

try {
  const request: KeychainRequest = JSON.parse(readFileSync(0, "utf8"));
  write(await ask(request));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const kind = kinds.find(([pattern]) => pattern.test(message))?.[1] ?? "broken";
  write({ failed: { kind, message } });
}
