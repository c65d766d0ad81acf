/** No store: the credentials come from the environment alone, as where a host keeps them. */
import { ToolError } from "../errors/tool-error.ts";
import type { CredentialStore } from "./store.ts";

export function noStore(): CredentialStore {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new ToolError(
        "not_logged_in",
        "there are no credentials in the environment, and no store of logins",
        "Tell the user to enter the base URL, the token and the secret in the settings of this server in the client (in Claude Desktop: Settings, Extensions), or to switch the sandbox on there.",
      ),
    );
  return {
    name: "the environment",
    trouble: "store_unreachable",
    get: refuse,
    set: refuse,
    delete: refuse,
    accounts: () => Promise.resolve([]),
    lockFile: () => {
      throw new ToolError("internal_error", "there is no store to lock", "Report this defect.");
    },
  };
}
