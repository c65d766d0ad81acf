/** Applies what `check-api` has found of the account's API to a question. */
import type { Metric } from "../../catalog/metrics/index.ts";
import type { CheckedApi, CheckedNetwork } from "../../connection/checked.ts";
import { hasUnstarted } from "./needs.ts";
import type { Question, Subject } from "./question.ts";

/** Marks averages that the server cannot compute, and names profiles whose days before their first value are 0. */
export function withApiTraits(subject: Subject, checked: CheckedApi): Subject {
  const own = checked.networks.find(({ network }) => network === subject.network);
  const firstDays = new Map(own?.firstDays);
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
    ...(firstDays.size > 0 && { firstDays }),
  };
}

/** Zeros before a first value count as missing where the check has looked; elsewhere the reader must know. */
function zerosOf(
  question: Question,
  effect: string,
  { from, profiles }: CheckedNetwork["looked"],
): string[] {
  const known = new Set(profiles);
  const isUnknown = question.start < from || question.profiles.some(({ id }) => !known.has(id));
  return [
    ...(hasUnstarted(question) ? [effect] : []),
    ...(isUnknown
      ? [
          `zeros before ${from}, and of profiles that the check did not look at, can be missing values`,
        ]
      : []),
  ];
}

/** What a reply says of the differences that concern the question. */
export function differencesOf(question: Question, { networks }: CheckedApi): string[] {
  const { network, metrics, shown = metrics } = question;
  const concerns = networks.flatMap((checked) =>
    checked.differences.flatMap(({ id, effect, metrics: named }) => {
      const isOwn = checked.network === network;
      if (id === "leading_zeros") return isOwn ? zerosOf(question, effect, checked.looked) : [];
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
