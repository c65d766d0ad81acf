/** What a client may offer while arguments are typed. */
import type { ReplyServices } from "../../replies/services.ts";
import { briefly } from "../../connection/call-context.ts";
import { periods } from "../../time/periods.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks, postNetworks } from "../../catalog/networks.ts";
import type { Lists } from "../../connection/lists.ts";

export interface Completing {
  /** What is typed so far. */
  readonly value: string;
  /** The arguments given before. */
  readonly given: Readonly<Record<string, string>>;
  readonly services: Pick<ReplyServices, "connection">;
}

const inNetworks = (given: Completing["given"]): (typeof metricNetworks)[number][] =>
  metricNetworks.filter((name) => given["network"] === undefined || given["network"] === name);

/** All values there are, by kind. */
const kinds = {
  network: async () => metricNetworks,
  post_network: async () => postNetworks,
  period: async () => periods,
  metric: async ({ given }) =>
    inNetworks(given).flatMap((network) => metricsOf(network, 3).map(({ name }) => name)),
  profile: async (completing) => {
    const network = metricNetworks.find((name) => name === completing.given["network"]);
    if (network === undefined) return [];
    const lists = await listsOf(completing);
    return names(await lists.profiles(3, network));
  },
  post_label: async (completing) => names(await (await listsOf(completing)).postLabels(3)),
} as const satisfies Record<string, (completing: Completing) => Promise<readonly string[]>>;

export type CompletionKind = keyof typeof kinds;

/** A client waits at its keyboard: longer than this is of no use. */
const patience = 10_000;

const listsOf = async ({ services }: Completing): Promise<Lists> =>
  (await services.connection()).forCall(briefly(patience)).lists;

const names = (list: readonly { readonly name: string }[]): string[] =>
  list.map(({ name }) => name);

/** Values that begin with what is typed, then those that contain it; none where they cannot be had. */
export async function complete(kind: CompletionKind, completing: Completing): Promise<string[]> {
  const all = await kinds[kind](completing).catch(() => []);
  return matching(completing.value, all);
}

function matching(value: string, all: readonly string[]): string[] {
  const typed = value.toLowerCase();
  const places = new Map(
    [...new Set(all)].map((text) => [text, text.toLowerCase().indexOf(typed)]),
  );
  const found = [...places].filter(([, place]) => place !== -1);
  const first = found.filter(([, place]) => place === 0);
  const rest = found.filter(([, place]) => place > 0);
  return [...first, ...rest].map(([text]) => text);
}
