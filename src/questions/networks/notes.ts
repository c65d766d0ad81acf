/** Notes of several networks, each once. */
import type { MetricNetwork } from "../../catalog/networks.ts";
import type { Note } from "../../answers/replies/layout.ts";

/** Each note with the networks that have it; without them where all have it, and first. */
export function notesByNetwork(
  lists: readonly { readonly network: MetricNetwork; readonly notes: readonly Note[] }[],
): string[] {
  const networks = new Map<string, MetricNetwork[]>();
  for (const { network, notes } of lists)
    for (const note of notes)
      if (typeof note === "string" && note !== "")
        networks.set(note, [...(networks.get(note) ?? []), network]);
  const areAllNetworks = (named: readonly MetricNetwork[]): boolean =>
    named.length === lists.length;
  return [...networks]
    .toSorted(([, left], [, right]) => Number(areAllNetworks(right)) - Number(areAllNetworks(left)))
    .map(([note, named]) =>
      areAllNetworks(named) || note.startsWith(`${named.join(", ")}: `)
        ? note
        : `${named.join(", ")}: ${note}`,
    );
}
