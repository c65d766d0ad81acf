/** The protocol between the keychain store and its helper: one JSON line each way, over pipes. */

export const keychainService = "social-analytics-mcp";

export type KeychainRequest =
  | { readonly operation: "get" | "delete"; readonly account: string }
  | { readonly operation: "set"; readonly account: string; readonly text: string }
  | { readonly operation: "accounts" };

export type KeychainFailure =
  | "locked"
  | "no bus"
  | "no service"
  | "not started"
  | "not installed"
  | "broken";

export interface KeychainAnswer {
  /** Sent first, alone: the keychain's service answers, and the rest may wait for the user. */
  readonly reached?: boolean;
  readonly text?: string;
  readonly deleted?: boolean;
  readonly accounts?: readonly string[];
  readonly failed?: { readonly kind: KeychainFailure; readonly message: string };
}
