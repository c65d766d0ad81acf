/** Completes the arguments of prompts while the user types. */
import type { ReplyServices } from "../../replies/services.ts";
import { briefly } from "../../connection/call-context.ts";
import { comparisons } from "../../time/compared-range.ts";
import { periods } from "../../time/periods.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { postNetworks } from "../../catalog/post-endpoints.ts";
import type { Lists } from "../../connection/lists.ts";

export interface Completing {
  /** The text typed so far. */
  readonly value: string;
  /** The values that the argument accepts, if they are listed. */
  readonly values: readonly string[];
  /** The values of the other arguments. */
  readonly given: Readonly<Record<string, string>>;
  /** Undefined where no account is chosen yet. */
  readonly services: Pick<ReplyServices, "connection"> | undefined;
}

const inNetworks = (given: Completing["given"]): (typeof metricNetworks)[number][] =>
  metricNetworks.filter((name) => given["network"] === undefined || given["network"] === name);

/** All possible values, by kind. */
const kinds = {
  value: async ({ values }) => values,
  network: async () => metricNetworks,
  post_network: async () => postNetworks,
  period: async () => periods,
  comparison: async () => comparisons,
  metric: async ({ given }) =>
    inNetworks(given).flatMap((network) => metricsOf(network, 3).map(({ name }) => name)),
  profile: async (completing) => {
    const network = metricNetworks.find((name) => name === completing.given["network"]);
    if (network === undefined) return [];
    return names(await (await listsOf(completing))?.get("profiles", { network }));
  },
  post_label: async (completing) => names(await (await listsOf(completing))?.get("post_labels")),
} as const satisfies Record<string, (completing: Completing) => Promise<readonly string[]>>;

export type CompletionKind = keyof typeof kinds;

/** The lists of the account, within 10 seconds: a user at a keyboard does not wait longer. */
const listsOf = async ({ services }: Completing): Promise<Lists | undefined> =>
  services && (await services.connection()).forCall(briefly(10)).lists;

const names = (list: readonly { readonly name: string }[] = []): string[] =>
  list.map(({ name }) => name);

/** Returns the values that begin with the typed text, then those that contain it; none if they are not available. */
export async function complete(kind: CompletionKind, completing: Completing): Promise<string[]> {
  const all = await kinds[kind](completing).catch(() => []);
  const place = (text: string): number =>
    text.toLowerCase().indexOf(completing.value.toLowerCase());
  const found = [...new Set(all)].filter((text) => place(text) !== -1);
  return found.toSorted((one, other) => Math.sign(place(one)) - Math.sign(place(other)));
}
