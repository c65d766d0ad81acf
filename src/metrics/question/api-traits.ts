/** Applies what `check-api` has found of the account's API to a question. */
import type { CheckedApi } from "../../connection/checked.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import type { Question } from "./question.ts";

/** True where the API gives 0 for the days before a profile's first value. */
export const hasLeadingZeros = (network: MetricNetwork, { networks }: CheckedApi): boolean =>
  networks.some(
    (checked) =>
      checked.network === network && checked.differences.some(({ id }) => id === leadingZeros),
  );

type Questions = readonly [Question, ...Question[]];

const leadingZeros = "leading_zeros";

const hasUnstarted = ({ profiles, firstDays, start }: Question): boolean =>
  profiles.some(({ id }) => (firstDays?.get(id) ?? start) > start);

/** The sentence of a reply about the differences that concern its question, or the questions of a comparison. */
export function differencesOf(questions: Questions, { networks }: CheckedApi): string[] {
  const [{ network, metrics, shown = metrics }] = questions;
  const concerns = networks.flatMap((checked) =>
    checked.differences.flatMap(({ id, effect, metrics: named }) => {
      const isOwn = checked.network === network;
      if (id === leadingZeros) return isOwn && questions.some(hasUnstarted) ? [effect] : [];
      const names = shown.map(({ name }) => name).filter((name) => isOwn && named.includes(name));
      return names.length > 0 ? [`${effect}: ${names.join(", ")}`] : [];
    }),
  );
  if (concerns.length === 0) return [];
  const texts = [...new Set(concerns)].join("; ");
  return [`The API differs from its specification (check-api): ${texts}.`];
}
