/**
 * The operating system's keychain. Its native calls can hang and cannot be cancelled, so they run in a
 * separate short-lived process, which is killed when it takes too long.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Secret } from "../secrets/secret.ts";
import type { Environment } from "./credentials.ts";
import type { KeychainAnswer, KeychainRequest } from "./keychain-protocol.ts";
import { keychainError, keychainTimeoutError } from "./keychain-failures.ts";
import type { CredentialStore } from "./store.ts";

export interface KeychainOptions {
  /** The program that makes the native calls, and the Node that runs it. */
  readonly helper: { readonly node: string; readonly script: string };
  readonly environment: Environment;
  /** Holds the locks of accounts: the same for every process of this user. */
  readonly lockFolder: () => string;
  /** The limit for one call in milliseconds, including the user's answer to a prompt. */
  readonly patience: number;
}

export function keychain(options: KeychainOptions): CredentialStore {
  const ask = (request: KeychainRequest): Promise<KeychainAnswer> => askHelper(request, options);
  return {
    name: "the keychain",
    async get(account) {
      const { text } = await ask({ operation: "get", account });
      return text === undefined ? undefined : new Secret(text);
    },
    async set(account, text) {
      await ask({ operation: "set", account, text: text.reveal() });
    },
    async delete(account) {
      const { deleted } = await ask({ operation: "delete", account });
      return deleted === true;
    },
    async accounts() {
      const { accounts } = await ask({ operation: "accounts" });
      return [...(accounts ?? [])];
    },
    lockFile: (account) => join(options.lockFolder(), `keychain.${account}`),
  };
}

function askHelper(
  request: KeychainRequest,
  { helper, environment, patience }: KeychainOptions,
): Promise<KeychainAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(helper.node, [helper.script], {
      env: helperEnvironment(environment),
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
    let reached = false;
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(keychainTimeoutError(reached, patience));
    }, patience);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      // The answer is complete; a native call that hangs would keep the helper alive, and with it this process.
      child.kill("SIGKILL");
      settle();
    };
    child.once("error", () =>
      end(() => reject(keychainError("broken", "the helper did not start"))),
    );
    child.once("close", () => end(() => reject(keychainError("broken", "the helper ended early"))));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(request));
    createInterface(child.stdout).on("line", (line) => {
      const answer = parse(line);
      if (answer.reached === true) reached = true;
      else if (answer.failed === undefined) end(() => resolve(answer));
      else {
        const { kind, message } = answer.failed;
        end(() => reject(keychainError(kind, message)));
      }
    });
  });
}

function parse(line: string): KeychainAnswer {
  try {
    const answer: KeychainAnswer | null = JSON.parse(line);
    if (typeof answer === "object" && answer !== null) return answer;
  } catch {
    // Reported below.
  }
  return { failed: { kind: "broken", message: "the helper's answer cannot be read" } };
}

/** Removes this program's own variables. */
function helperEnvironment(environment: Environment): Record<string, string | undefined> {
  const passed = Object.entries(environment).filter(
    ([name]) => !name.startsWith("SOCIAL_ANALYTICS_") && !name.startsWith("NODE_"),
  );
  return Object.fromEntries(passed);
}
