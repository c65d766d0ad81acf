/**
 * The operating system's keychain. Its native calls can hang and cannot be cancelled, so they run in a
 * separate short-lived process, which is killed when it takes too long.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ourLimits } from "../../catalog/limits.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { withLock } from "../../base/files/lock.ts";
import { Secret } from "../../base/secrets/secret.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { dividedEntries } from "./divided-entries.ts";
import type { Environment } from "./settings.ts";
import type { CredentialStore } from "./store.ts";

/** The store and its helper exchange one JSON line each way, over pipes. */
export type KeychainRequest =
  | { readonly operation: "get" | "delete"; readonly account: string }
  | { readonly operation: "set"; readonly account: string; readonly text: string }
  | { readonly operation: "accounts" };

export interface KeychainAnswer {
  /** Sent first, alone: the keychain's service answers, and the rest may wait for the user. */
  readonly reached?: boolean;
  readonly text?: string | null;
  readonly deleted?: boolean;
  readonly accounts?: readonly string[];
  readonly failed?: { readonly kind: KeychainFailure; readonly message: string };
}

export interface KeychainOptions {
  /** The program that makes the native calls, and the Node that runs it. */
  readonly helper: { readonly node: string; readonly script: string };
  readonly environment: Environment;
  /** Holds the locks of accounts: the same for every process of this user. */
  readonly lockFolder: () => string;
  /** The limit for one call in milliseconds, including the user's answer to a prompt. */
  readonly patience: number;
  /** The limit for reaching the keychain's service, which no user delays. */
  readonly reachPatience: number;
  /** The maximum length of an entry in UTF-16 units. */
  readonly entryLength: number;
}

export function keychain(options: KeychainOptions): CredentialStore {
  const ask = (request: KeychainRequest): Promise<KeychainAnswer> => askHelper(request, options);
  const entries = dividedEntries(
    {
      get: async (account) => (await ask({ operation: "get", account })).text ?? undefined,
      async set(account, text) {
        await ask({ operation: "set", account, text });
      },
      delete: async (account) => (await ask({ operation: "delete", account })).deleted === true,
      accounts: async () => [...((await ask({ operation: "accounts" })).accounts ?? [])],
    },
    options.entryLength,
  );
  return {
    name: "the keychain",
    trouble: "keychain_unreachable",
    async get(account) {
      const text = await entries.get(account);
      return text === undefined ? undefined : new Secret(text);
    },
    set: (account, text) => entries.set(account, text.reveal()),
    delete: (account) => entries.delete(account),
    accounts: () => entries.accounts(),
    ready: async () => {},
    locked: (account, work) => withLock(join(options.lockFolder(), `keychain.${account}`), work),
  };
}

function askHelper(
  request: KeychainRequest,
  { helper, environment, patience, reachPatience }: KeychainOptions,
): Promise<KeychainAnswer> {
  const ownVariable = /^(SOCIAL_ANALYTICS|NODE)_/;
  const passed = Object.entries(environment).filter(([name]) => !ownVariable.test(name));
  const child = spawn(helper.node, [helper.script], {
    env: Object.fromEntries(passed),
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  let reached = false;
  let timer: NodeJS.Timeout | undefined;
  return new Promise<KeychainAnswer>((resolve, reject) => {
    const giveUpAfter = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(keychainTimeoutError(reached, patience)), milliseconds);
    };
    giveUpAfter(Math.min(patience, reachPatience));
    child.once("error", () => reject(keychainError("broken", "the helper did not start")));
    child.once("close", () => reject(keychainError("broken", "the helper ended early")));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(request));
    createInterface(child.stdout).on("line", (line) => {
      const answer = parse(line);
      if (answer.reached === true) {
        reached = true;
        giveUpAfter(patience);
      } else if (answer.failed === undefined) resolve(answer);
      else reject(keychainError(answer.failed.kind, answer.failed.message));
    });
  }).finally(() => {
    clearTimeout(timer);
    // A native call that hangs would keep the helper alive, and with it this process.
    child.kill("SIGKILL");
  });
}

function parse(line: string): KeychainAnswer {
  const answer: KeychainAnswer | null | undefined = orUndefined(() => JSON.parse(line));
  if (typeof answer === "object" && answer !== null) return answer;
  return { failed: { kind: "broken", message: "the helper's answer cannot be read" } };
}

const failures = {
  locked: {
    problem: "the keychain is locked, and the request to unlock it was dismissed",
    next: "Unlock the keychain, then try again.",
  },
  "no bus": {
    problem: "there is no session bus to reach the keychain through",
    next: "Run this program in a desktop session.",
  },
  "no service": {
    problem: "no keychain is installed: nothing offers the Secret Service",
    next: "Install one, such as gnome-keyring.",
  },
  "not started": {
    problem: "the keychain's service does not start",
    next: "Repair or restart it (gnome-keyring or KWallet).",
  },
  "not installed": {
    problem: "this installation has no keychain package for this machine (@napi-rs/keyring)",
    next: "Install social-analytics-mcp with npm.",
  },
  broken: { problem: "the keychain failed", next: "Check that it is running and unlocked." },
} as const;

export type KeychainFailure = keyof typeof failures;

/** @param message the keychain's own message, shown for a failure of no known kind. */
function keychainError(kind: KeychainFailure, message: string): ToolError {
  const { problem, next } = failures[kind];
  const detail = kind === "broken" ? `: ${plainText(message, ourLimits.textLength)}` : "";
  const advice = tellUser`${next} To log in without a keychain, set SOCIAL_ANALYTICS_CREDENTIAL_STORE=file:PATH, also in the client's settings, and run ${{ command: "login" }}; or set SOCIAL_ANALYTICS_BASE_URL, SOCIAL_ANALYTICS_TOKEN and SOCIAL_ANALYTICS_SECRET.`;
  return new ToolError("keychain_unreachable", problem + detail, advice);
}

/** @param reached whether the service had answered, so that it waits for the user. */
function keychainTimeoutError(reached: boolean, patience: number): ToolError {
  if (!reached) return keychainError("not started", "");
  return new ToolError(
    "keychain_unreachable",
    `the keychain did not answer within ${patience / 1000} seconds: it is locked and waits for the user`,
    tellUser`Answer the keychain's prompt, which may be behind other windows, then try again.`,
  );
}
