/** Applies what `check-api` has found of the account's API to a question. */
import type { Metric } from "../../catalog/metrics/index.ts";
import type { CheckedApi } from "../../connection/checked.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { hasUnstarted } from "./needs.ts";
import type { Question, Subject } from "./question.ts";

/** Marks the averages that the server cannot compute. */
export function withApiTraits(subject: Subject, checked: CheckedApi): Subject {
  const own = checked.networks.find(({ network }) => network === subject.network);
  // An average that differs on one network is trusted on no other, except where a check has confirmed it.
  const isTrusted = checked.networks.every(({ differences }) =>
    differences.every(({ id }) => id !== "averages"),
  );
  const opaque = new Map(
    subject.metrics
      .filter(({ aggregation }) => aggregation === "average" && !isTrusted)
      .filter(({ name }) => own?.averages.includes(name) !== true)
      .map((metric): [Metric, Metric] => [metric, { ...metric, isOpaque: true }]),
  );
  const asMarked = (metric: Metric): Metric => opaque.get(metric) ?? metric;
  return {
    ...subject,
    metrics: subject.metrics.map(asMarked),
    ...(subject.shown && { shown: subject.shown.map(asMarked) }),
  };
}

/** True where the API gives 0 for the days before a profile's first value. */
export const hasLeadingZeros = (network: MetricNetwork, { networks }: CheckedApi): boolean =>
  networks.some(
    (checked) =>
      checked.network === network && checked.differences.some(({ id }) => id === leadingZeros),
  );

type Questions = readonly [Question, ...Question[]];

const leadingZeros = "leading_zeros";

/** The sentence of a reply about the differences that concern its question, or the questions of a comparison. */
export function differencesOf(questions: Questions, { networks }: CheckedApi): string[] {
  const [{ network, metrics, shown = metrics }] = questions;
  const concerns = networks.flatMap((checked) =>
    checked.differences.flatMap(({ id, effect, metrics: named }) => {
      const isOwn = checked.network === network;
      if (id === leadingZeros) return isOwn && questions.some(hasUnstarted) ? [effect] : [];
      const names = shown
        .filter(({ name, isOpaque }) =>
          id === "averages" ? isOpaque : isOwn && named.includes(name),
        )
        .map(({ name }) => name);
      return names.length > 0 ? [`${effect}: ${names.join(", ")}`] : [];
    }),
  );
  if (concerns.length === 0) return [];
  const texts = [...new Set(concerns)].join("; ");
  return [`The API differs from its specification (check-api): ${texts}.`];
}
