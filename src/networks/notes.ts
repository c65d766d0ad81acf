/** Notes of several networks, each once. */
import type { MetricNetwork } from "../catalog/networks.ts";
import type { Note } from "../replies/layout.ts";

/** Each note with the networks that have it; without them where all have it, and first. */
export function notesByNetwork(
  lists: readonly { readonly network: MetricNetwork; readonly notes: readonly Note[] }[],
): string[] {
  const networks = new Map<string, MetricNetwork[]>();
  for (const { network, notes } of lists)
    for (const note of notes)
      if (typeof note === "string" && note !== "")
        networks.set(note, [...(networks.get(note) ?? []), network]);
  const isOfAll = (named: readonly MetricNetwork[]): boolean => named.length === lists.length;
  return [...networks]
    .toSorted(([, left], [, right]) => Number(isOfAll(right)) - Number(isOfAll(left)))
    .map(([note, named]) =>
      isOfAll(named) || note.startsWith(`${named.join(", ")}: `)
        ? note
        : `${named.join(", ")}: ${note}`,
    );
}
