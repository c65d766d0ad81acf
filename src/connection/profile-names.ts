import type { Named } from "../api/records.ts";
import { plainText } from "../text/plain.ts";

/** Names by id; where several profiles share a name, each with its id. */
export function profileNames(profiles: readonly Named[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of profiles) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    profiles.map(({ id, name }) => [
      id,
      (counts.get(name) ?? 0) > 1 ? `${name} (${plainText(id, 80)})` : name,
    ]),
  );
}
