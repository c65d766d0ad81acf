/** Names and texts that attack their reader or break formats. Without `--hostile`, the sandbox sends harmless ones instead. */

const disguises = new Map<string, string>();

/** Registers the harmless text for an attack. @returns the attack, which tests and the evaluation use. */
export function hostile(attack: string, harmless: string): string {
  disguises.set(JSON.stringify(attack), JSON.stringify(harmless));
  return attack;
}

/** Replaces attacks in the JSON of an answer by harmless texts. */
export const believable = (json: string): string =>
  Array.from(disguises).reduce((text, [attack, plain]) => text.replaceAll(attack, plain), json);

/** Replaces harmless texts in the JSON of a request by the attacks that the sandbox knows them as. */
export const asKnown = (json: string): string =>
  Array.from(disguises).reduce((text, [attack, plain]) => text.replaceAll(plain, attack), json);
