/** Checks the numbers in a CSV. */
import { AskedRows, together, type AskedFigures } from "./asked-rows.ts";
import { profileLabels } from "../../src/sandbox/account.ts";
import { bucketOf } from "./buckets.ts";
import { assertClose } from "./close.ts";
import { numberIn, type CsvRow } from "./csv.ts";
import type { Expected } from "./reference.ts";

/** @returns the cells checked. */
export function checkCsv(rows: readonly CsvRow[], question: AskedFigures): number {
  let count = 0;
  const scope = new AskedRows(question);
  const { reference, time } = scope;
  const isOfOne = question.dimensions.includes("profile") || question.profiles.size === 1;
  reference.isRaw =
    time === "date.day" && isOfOne && !question.dimensions.includes("profile_label");
  for (const metric of scope.metrics) {
    for (const row of rows) {
      const expected = expectedIn(scope, row, metric);
      const what = `${metric} of ${JSON.stringify([...row])}`;
      assertClose(numberIn(row, metric), numberOr(expected), what);
      count += 1;
    }
  }
  reference.isRaw = false;
  return count;
}

const numberOr = (expected: Expected): number | null =>
  typeof expected === "number" ? expected : null;

function expectedIn(scope: AskedRows, row: CsvRow, metric: string): Expected {
  const { question, reference, time } = scope;
  const bucket = row.get(time ?? "") ?? "";
  if (time === "date.weekday") {
    const profiles = profilesOf(scope, row);
    const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    return reference.weekday(metric, profiles, scope.days, names[Number(bucket) - 1] ?? "");
  }
  const profiles = profilesOf(scope, row);
  if (time === undefined) {
    const sides = reference.sides(metric, scope.days);
    if (sides.length === 1) return reference.total(metric, profiles, sides[0]?.days ?? []);
    // The sides of a break have columns of their own.
    for (const { days, name } of sides.filter((side) => side.days.length > 0))
      assertClose(
        numberIn(row, `${metric} ${name.split(",")[0]}`),
        numberOr(reference.total(metric, profiles, days)),
        `${metric} ${name} of ${JSON.stringify([...row])}`,
      );
    return null;
  }
  const days = scope.days.filter((day) => bucketOf(time, day, question.isSunday) === bucket);
  const side = reference
    .sides(metric, scope.days)
    .find((candidate) => days.some((day) => candidate.days.includes(day)));
  // A row that holds a break has no number; a day has that of the API.
  if (time === "date.day")
    return reference.combined(
      metric,
      profiles,
      days,
      reference.daysBefore(metric, side?.days ?? [], days),
    );
  if (side === undefined || reference.sides(metric, days).length > 1) return null;
  const sideDays = days.filter((day) => side.days.includes(day));
  const before = reference.daysBefore(metric, side.days, sideDays);
  return sideDays.length === 0 ? null : reference.combined(metric, profiles, sideDays, before);
}

function profilesOf(scope: AskedRows, row: CsvRow): readonly string[] {
  const { labels, profiles } = scope.question;
  const id = row.get("profile");
  const label = row.get("profile_label");
  const rows = [
    id === undefined
      ? undefined
      : { profiles: [...profiles.values()].filter((profile) => profile === id) },
    label === undefined ? undefined : { profiles: [...(labels.get(labelName(label)) ?? [])] },
  ];
  return together(rows).profiles ?? scope.ids;
}

/** Labels of the sandbox have ids such as `pl-1`. */
const labelName = (id: string): string => names.get(id) ?? id;
const names = new Map(profileLabels.map((label) => [label.id, label.name]));
