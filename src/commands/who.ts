/** Asks the API whose credentials these are, which proves them. */
import { briefly } from "../connection/call-context.ts";
import type { QuotaLeft } from "../quota/gate.ts";
import type { Credentials, Environment } from "../credentials/credentials.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import { connectionOf } from "./connection.ts";

export interface Identity {
  /** The user's name, or whatever else the record has. */
  readonly user: string;
  readonly quota: QuotaLeft;
}

/** One request: `GET /3/user/me`. @throws ToolError where the API refuses or cannot be reached. */
export async function identify(
  credentials: Credentials,
  environment: Environment,
): Promise<Identity> {
  const connection = connectionOf(credentials, environment);
  const context = briefly(ourLimits.deadlineSeconds * 1000);
  const record = await connection.forCall(context).api.currentUser(3, context.signal);
  const known = ["name", "email", "id"].map((key) => record[key]);
  const user = known.find((value) => typeof value === "string") ?? "a user without a name";
  return { user: plainText(user, ourLimits.textLength), quota: await connection.gate.left() };
}
