/** Checks the numbers in a CSV. */
import { AskedRows, together, type AskedFigures } from "./asked-rows.ts";
import { breaksOf } from "../../src/catalog/breaks.ts";
import { profileLabels } from "../../src/sandbox/account.ts";
import { bucketOf } from "./buckets.ts";
import { assertClose } from "./close.ts";
import { numberIn, type CsvRow } from "./csv.ts";
import type { Expected } from "./reference.ts";

/** A row that a break divides stands twice, the earlier side first. @returns the cells checked. */
export function checkCsv(rows: readonly CsvRow[], question: AskedFigures): number {
  let count = 0;
  const asked = new AskedRows(question);
  const { reference, time } = asked;
  const isOfOne = question.dimensions.includes("profile") || question.profiles.size === 1;
  reference.isRaw =
    time === "date.day" && isOfOne && !question.dimensions.includes("profile_label");
  const keyOf = (row: CsvRow): string =>
    [...row].flatMap(([name, text]) => (question.dimensions.includes(name) ? text : [])).join();
  for (const metric of asked.metrics) {
    /** The sides of a row that were seen. */
    const seen = new Map<string, number>();
    for (const row of rows) {
      const key = keyOf(row);
      const place = seen.get(key) ?? 0;
      seen.set(key, place + 1);
      const copies = rows.filter((one) => keyOf(one) === key).length;
      const expected = expectedIn(asked, row, metric, place - copies);
      const what = `${metric} of ${JSON.stringify([...row])}`;
      assertClose(numberIn(row, metric), typeof expected === "number" ? expected : null, what);
      count += 1;
    }
  }
  reference.isRaw = false;
  return count;
}

/** @param place of the side among those of the row, counted from the end: -1 is the last. */
function expectedIn(asked: AskedRows, row: CsvRow, metric: string, place: number): Expected {
  const { question, reference, time } = asked;
  const bucket = row.get(time ?? "") ?? "";
  if (time === "date.weekday") {
    const profiles = profilesOf(asked, row);
    const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    return reference.weekday(metric, profiles, asked.days, names[Number(bucket) - 1] ?? "");
  }
  const profiles = profilesOf(asked, row);
  if (time === undefined) {
    const side = reference.sides(metric, asked.days).at(place);
    return side === undefined ? null : reference.combined(metric, profiles, side.days);
  }
  const bucketDays = asked.days.filter((day) => bucketOf(time, day, question.isSunday) === bucket);
  const days = partsOf(asked, bucketDays).at(place) ?? [];
  const side = reference
    .sides(metric, asked.days)
    .find((one) => days.some((day) => one.days.includes(day)));
  // The day of a break is in no longer row of a net.
  const own = time === "date.day" ? days : days.filter((day) => side?.days.includes(day));
  const before = side?.days.filter((day) => day < (own[0] ?? ""));
  return own.length === 0 ? null : reference.combined(metric, profiles, own, before);
}

/** The days of a row of time, cut before each break of any of the metrics. */
function partsOf({ metrics, question, days, time }: AskedRows, own: readonly string[]): string[][] {
  const { network } = question.reference;
  const [start = "", end = ""] = [days[0], days.at(-1)];
  const breaks = breaksOf(network).filter(
    ({ date, before, metrics: concerned }) =>
      before !== undefined &&
      start < date &&
      date <= end &&
      metrics.some((metric) => concerned.includes(metric)),
  );
  const parts: string[][] = [];
  for (const day of own) {
    const isCut = time !== "date.day" && breaks.some(({ date }) => date === day);
    if (parts.length === 0 || isCut) parts.push([]);
    parts.at(-1)?.push(day);
  }
  return parts;
}

function profilesOf(asked: AskedRows, row: CsvRow): readonly string[] {
  const { labels, profiles } = asked.question;
  const id = row.get("profile");
  const label = row.get("profile_label");
  const rows = [
    id === undefined ? undefined : { profiles: [...profiles.values()].filter((one) => one === id) },
    label === undefined ? undefined : { profiles: [...(labels.get(labelName(label)) ?? [])] },
  ];
  return together(rows).profiles ?? asked.all;
}

/** Labels of the sandbox have ids such as `pl-1`. */
const labelName = (id: string): string => names.get(id) ?? id;
const names = new Map(profileLabels.map((label) => [label.id, label.name]));
