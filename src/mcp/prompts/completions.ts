/** Completes the arguments of prompts while the user types. */
import type { ReplyServices } from "../../replies/services.ts";
import { briefly } from "../../connection/call-context.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import type { Lists } from "../../connection/lists.ts";

interface Completing {
  /** The values of the other arguments. */
  readonly given: Readonly<Record<string, string>>;
  /** Undefined where no account is chosen yet. */
  readonly services: Pick<ReplyServices, "connection"> | undefined;
}

/** Returns all possible values. */
export type Completer = (completing: Completing) => Promise<readonly string[]>;

export const metricNames: Completer = async ({ given }) =>
  metricNetworks
    .filter((name) => given["network"] === undefined || given["network"] === name)
    .flatMap((network) => metricsOf(network, 3).map(({ name }) => name));

export const profileNames: Completer = async (completing) => {
  const network = metricNetworks.find((name) => name === completing.given["network"]);
  if (network === undefined) return [];
  return names(await (await listsOf(completing))?.get("profiles", { network }));
};

export const postLabelNames: Completer = async (completing) =>
  names(await (await listsOf(completing))?.get("post_labels"));

/** The lists of the account, within 10 seconds: a user at a keyboard does not wait longer. */
const listsOf = async ({ services }: Completing): Promise<Lists | undefined> =>
  services && (await services.connection()).forCall(briefly(10)).lists;

const names = (list: readonly { readonly name: string }[] = []): string[] =>
  list.map(({ name }) => name);

/** Returns the values that begin with the typed text, then those that contain it; none if they are not available. */
export async function complete(
  values: Promise<readonly string[]>,
  typed: string,
): Promise<string[]> {
  const all = await values.catch(() => []);
  const place = (text: string): number => text.toLowerCase().indexOf(typed.toLowerCase());
  const found = [...new Set(all)].filter((text) => place(text) !== -1);
  return found.toSorted((one, other) => Math.sign(place(one)) - Math.sign(place(other)));
}
