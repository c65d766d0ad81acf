/** Checks the columns of kinds in a CSV: `metric:last`, `metric:sum`, `metric:mean`. */
import { AskedRows, together, type AskedFigures } from "./asked-rows.ts";
import { profileLabels } from "../../src/sandbox/account.ts";
import { bucketOf } from "./buckets.ts";
import { assertClose } from "./close.ts";
import { numberIn, type CsvRow } from "./csv.ts";
import type { Expected } from "./reference.ts";

/** A row that crosses a break has the last covered day of its last part, and no sum or mean. @returns the cells checked. */
export function checkCsv(rows: readonly CsvRow[], question: AskedFigures): number {
  let count = 0;
  const asked = new AskedRows(question);
  const [columns] = rows;
  for (const column of columns?.keys() ?? []) {
    const [metric = "", suffix] = column.split(":");
    if (suffix === undefined || !asked.metrics.includes(metric)) continue;
    for (const row of rows) {
      const expected = expectedIn(asked, row, metric, suffix === "last");
      const what = `${column} of ${JSON.stringify([...row])}`;
      assertClose(numberIn(row, column), typeof expected === "number" ? expected : null, what);
      count += 1;
    }
  }
  return count;
}

function expectedIn(asked: AskedRows, row: CsvRow, metric: string, isLast: boolean): Expected {
  const { question, reference, time } = asked;
  const bucket = row.get(time ?? "") ?? "";
  if (time === "date.weekday") {
    const profiles = profilesOf(asked, row);
    const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    return reference.weekday(metric, profiles, asked.days, names[Number(bucket) - 1] ?? "");
  }
  const days =
    time === undefined
      ? asked.days
      : asked.days.filter((day) => bucketOf(time, day, question.isSunday) === bucket);
  const sides = reference.sides(metric, days);
  if (sides.length > 1 && !isLast) return "withheld";
  const own = sides.at(-1)?.days ?? days;
  const whole = reference
    .sides(metric, asked.days)
    .find((side) => own.every((day) => side.days.includes(day)));
  const before = (whole?.days ?? []).filter((day) => day < (own[0] ?? ""));
  return reference.combined(metric, profilesOf(asked, row), own, time === undefined ? [] : before);
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
