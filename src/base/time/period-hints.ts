/** Suggests what to write in place of an unknown period. */
import { calendarUnits } from "../../catalog/grains.ts";
import { periodSaid } from "../../catalog/words.ts";
import { nearestText } from "../text/nearest.ts";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const counts = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const twoDigits = (count: number): string => String(count).padStart(2, "0");

type Match = readonly string[];

/** Forms of texts, each with its suggestion. */
const forms: readonly (readonly [form: RegExp, write: (match: Match) => string])[] = [
  [/^(\d{4}-\d\d-\d\d)$/, ([, day = ""]) => `date_start and date_end, both ${day}`],
  [
    /^(\d{4}-\d\d-\d\d)\D+(\d{4}-\d\d-\d\d)$/,
    ([, start = "", end = ""]) => `date_start ${start} and date_end ${end}`,
  ],
  [/^q([1-4])$/, ([, quarter = ""]) => `the year too, as YYYY-Q${quarter}`],
  [/^(?:w|week)(\d{1,2})$/, ([, week = ""]) => `the year too, as YYYY-W${twoDigits(Number(week))}`],
  [/^q([1-4])(\d{4})$/, ([, quarter = "", year = ""]) => `${year}-Q${quarter}`],
  [/^(\d{4})q([1-4])$/, ([, year = "", quarter = ""]) => `${year}-Q${quarter}`],
  [/^(?:h[12]\d{4}|\d{4}h[12]|h[12])$/, () => "date_start and date_end: there are no half years"],
  [/^fy\d{2,4}$/, () => "date_start and date_end of the fiscal year"],
  [/hours?$/, () => "days, such as yesterday: the numbers are daily"],
  [/^(?:next|coming|upcoming|tomorrow)/, () => "a period that has begun"],
  [
    new RegExp(`^(${months.join("|")})[a-z]*(\\d{4})$`),
    ([, month = "", year = ""]) => `${year}-${twoDigits(months.indexOf(month) + 1)}`,
  ],
  [
    new RegExp(`^(?:last|past|previous)(${counts.join("|")})(${calendarUnits.join("|")}|day)s$`),
    ([, count = "", unit = ""]) => `last_${counts.indexOf(count) + 1}_${unit}s`,
  ],
  [
    new RegExp(`^(?:last|past|previous)0*([1-9]\\d*)(${calendarUnits.join("|")}|day)s?$`),
    ([, count = "", unit = ""]) => `last_${count}_${unit}s`,
  ],
];

/** The suggestion in brackets; an empty text without one. @param names valid names of periods. */
export function periodHint(text: string, names: readonly string[]): string {
  const said = periodSaid(text);
  if (said !== undefined) return ` (write ${said})`;
  const trimmed = text.trim().toLowerCase();
  const dated = /\d{4}-\d\d-\d\d/.test(trimmed);
  const bare = dated ? trimmed : trimmed.replaceAll(/[\s_-]+/g, "");
  for (const [form, write] of forms) {
    const match = form.exec(bare);
    if (match !== null) return ` (write ${write(match)})`;
  }
  // Another number of days is another question.
  const numbersOf = (name: string): string => (name.match(/\d+/g) ?? []).join();
  const isDated = /^\s*\d{4}/.test(text);
  const alike = names.filter((name) => isDated || numbersOf(name) === numbersOf(text));
  return nearestText(text, [...new Set(alike)]);
}
