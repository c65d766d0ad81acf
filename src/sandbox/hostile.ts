/** Names and texts that attack their reader or break formats. Without `--hostile`, people see others in their place. */

const disguises = new Map<string, string>();

/** @returns the attack, with which tests and the evaluation run. */
export function hostile(attack: string, other: string): string {
  disguises.set(JSON.stringify(attack), JSON.stringify(other));
  return attack;
}

/** The same for lists of as many. */
export const disguise = (attacks: readonly string[], others: readonly string[]): void =>
  attacks.forEach((attack, place) => hostile(attack, others[place] ?? ""));

/** The JSON of an answer with believable names and texts. */
export const believable = (json: string): string =>
  Array.from(disguises).reduce((text, [attack, other]) => text.replaceAll(attack, other), json);

/** The JSON of a request for such an answer, with the names that the sandbox knows. */
export const asKnown = (json: string): string =>
  Array.from(disguises).reduce((text, [attack, other]) => text.replaceAll(other, attack), json);
