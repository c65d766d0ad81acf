/** Writes which days the API has not delivered, and which metrics have ended. */
import { rowName, type Result } from "../../../numbers/cells/result.ts";
import { basesOf, endOf } from "../../../numbers/meaning/delivery.ts";
import { knownOf } from "../../../numbers/meaning/known-values.ts";
import { leastOfNetwork } from "../../../numbers/meaning/late-days.ts";
import { dayName } from "../../../answers/report/names.ts";
import { plural, some } from "../../../base/text/words.ts";
import type { Day } from "../../../base/time/days.ts";

/** Days that are not delivered, and those after the end of a metric, are in no number. */
export function lateText(result: Result): string | undefined {
  const { delivered = new Map<string, Day>() } = result;
  const shown = new Set(result.metrics.map(({ name }) => name));
  const late = [...delivered].filter(([name]) => shown.has(name) && !endOf(result, { name }));
  const lastDays = [...new Set(late.map(([, day]) => day))].toSorted();
  const ofDays = lastDays.map((day) => {
    const names = late.flatMap(([name, last]) => (last === day ? [name] : []));
    return { day, names, few: fewProfiles(result, names, day) };
  });
  const ofNetwork = ofDays.flatMap(({ day, names, few }) => {
    if (few.length > 0) return [];
    const who = names.length === result.metrics.length ? result.network : some(names, 4);
    return [`${who}: ${until(result, day)}`];
  });
  const ofProfiles = ofDays.flatMap(({ day, names, few }) => {
    if (few.length === 0) return [];
    const what = names.length === result.metrics.length ? "values" : `values of ${some(names, 4)}`;
    return [`${some(few, leastOfNetwork)}: no ${what} ${after(result, day)}.`];
  });
  // A ratio ends with a part of it, which is named.
  const ratios = new Set(
    result.metrics.filter((metric) => basesOf(result, metric).length > 1).map(({ name }) => name),
  );
  const ends = [...(result.runs ?? [])].flatMap(([name, { kind, day, isBound }]) => {
    if (kind !== "ended" || ratios.has(name)) return [];
    const since = isBound ? `since ${day}, or before,` : `from ${day} on`;
    const who = `for any of ${plural(result.profileCount, "profile")}`;
    return [`${name}: no values above 0 ${since} ${who}; these days are in no number.`];
  });
  const network = ofNetwork.length > 0 && `${ofNetwork.join(", ")}; later days are not delivered.`;
  return [network, ...ofProfiles, ...ends].filter(Boolean).join(" ") || undefined;
}

const until = (result: Result, day: Day): string =>
  day < result.start ? "no numbers yet" : `numbers to ${dayName(day, result)}`;

const after = (result: Result, day: Day): string =>
  day < result.start ? `from ${dayName(result.start, result)} on` : `after ${dayName(day, result)}`;

/** Profiles without values after a day, by name, where too few have values for a statement on the network. */
function fewProfiles(result: Result, names: readonly string[], day: Day): readonly string[] {
  const known = result.metrics
    .filter(({ name }) => names.includes(name))
    .flatMap((metric) => basesOf(result, metric))
    .map((base) => knownOf([result], base));
  const idsAfter = (last?: Day): Set<string> =>
    new Set(
      known.flatMap(({ days, lines }) =>
        lines.flatMap(({ profile, values }) =>
          days.some((date, at) => (last === undefined || date > last) && !Number.isNaN(values[at]))
            ? [profile]
            : [],
        ),
      ),
    );
  const withValues = idsAfter();
  const delivered = idsAfter(day);
  const expected = result.days.profiles.filter((id) => result.withoutInsights?.has(id) !== true);
  const population = withValues.size === 0 ? expected.length : withValues.size;
  return population >= leastOfNetwork
    ? []
    : expected.filter((id) => !delivered.has(id)).map((id) => rowName(result, "profile", id));
}
