/** No store of logins: all credentials come from the environment, for example where a host keeps them. */
import { inputError, ToolError } from "../errors/tool-error.ts";
import type { CredentialStore } from "./store.ts";

const noCredentials = (): ToolError =>
  new ToolError(
    "not_logged_in",
    "there are no credentials in the environment, and no store of logins",
    "Tell the user to enter the base URL, the token and the secret in the settings of this server in the client (in Claude Desktop: Settings, Extensions), or to switch on the sandbox there.",
  );

const nothingStored = (): ToolError =>
  inputError(
    "SOCIAL_ANALYTICS_CREDENTIAL_STORE is none, so that no login is stored",
    "Tell the user to set it to keychain or to file:PATH.",
  );

/** @returns a store without logins. Changing it throws ToolError `invalid_input`. */
export const noStore = (): CredentialStore => ({
  name: 'the store "none"',
  trouble: "store_unreachable",
  get: () => Promise.reject(noCredentials()),
  set: () => Promise.reject(nothingStored()),
  delete: () => Promise.reject(nothingStored()),
  accounts: () => Promise.resolve([]),
  ready: () => Promise.reject(nothingStored()),
  locked: () => Promise.reject(nothingStored()),
});
