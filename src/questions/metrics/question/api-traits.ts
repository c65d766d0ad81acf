/** Applies what `check-api` has found of the account's API to a question. */
import type { CheckedApi } from "../../../suite/connection/checked.ts";
import type { Question } from "./question.ts";

/** The sentence of a reply about the differences that concern its question. */
export function differencesOf(
  { network, metrics, shown = metrics }: Question,
  { networks }: CheckedApi,
): string[] {
  const concerns = networks.flatMap((checked) =>
    checked.differences.flatMap(({ effect, metrics: named }) => {
      const isOwn = checked.network === network;
      const names = shown.map(({ name }) => name).filter((name) => isOwn && named.includes(name));
      return names.length > 0 ? [`${effect}: ${names.join(", ")}`] : [];
    }),
  );
  if (concerns.length === 0) return [];
  const texts = [...new Set(concerns)].join("; ");
  return [`The API differs from its specification (check-api): ${texts}.`];
}
