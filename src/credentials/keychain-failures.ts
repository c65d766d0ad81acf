/** Errors of the keychain, and what the user can do about each. */
import { ToolError } from "../errors/tool-error.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import type { KeychainFailure } from "./keychain-protocol.ts";

const instead =
  "or log in without a keychain: set SOCIAL_ANALYTICS_CREDENTIAL_STORE=file:PATH, also in the client's settings, and run social-analytics-mcp login; or set SOCIAL_ANALYTICS_BASE_URL, SOCIAL_ANALYTICS_TOKEN and SOCIAL_ANALYTICS_SECRET.";

const failures: Readonly<Record<KeychainFailure, { problem: string; next: string }>> = {
  locked: {
    problem: "the keychain is locked, and the request to unlock it was dismissed",
    next: `Tell the user to unlock the keychain, then call again, ${instead}`,
  },
  "no bus": {
    problem: "there is no session bus to reach the keychain through",
    next: `Tell the user to start this server within a desktop session, ${instead}`,
  },
  "no service": {
    problem: "no keychain is installed: nothing offers the Secret Service",
    next: `Tell the user to install one, such as gnome-keyring, ${instead}`,
  },
  "not started": {
    problem: "the keychain's service does not start",
    next: `Tell the user to repair or restart it (gnome-keyring or KWallet), ${instead}`,
  },
  broken: {
    problem: "the keychain failed",
    next: `Tell the user to run social-analytics-mcp doctor, ${instead}`,
  },
};

/** @param message the keychain's own message, shown for a failure of no known kind. */
export function keychainError(kind: KeychainFailure, message: string): ToolError {
  const { problem, next } = failures[kind];
  const detail = kind === "broken" ? `: ${plainText(message, ourLimits.textLength)}` : "";
  return new ToolError("keychain_unreachable", problem + detail, next);
}

/** @param reached whether the service had answered, so that it waits for the user. */
export function keychainTimeoutError(reached: boolean, patience: number): ToolError {
  if (!reached) return keychainError("not started", "");
  return new ToolError(
    "keychain_unreachable",
    `the keychain did not answer within ${patience / 1000} seconds: it is locked and waits for the user`,
    "Tell the user to answer the keychain's prompt, which may be behind other windows, then call again.",
  );
}
