/** Names of the rows of breakdowns in words. */
import type { View } from "../../report/view.ts";

const genders: Readonly<Record<string, string>> = { F: "Women", M: "Men", U: "Unknown gender" };
const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The name of a row of a breakdown in words: `Women 18–24` for `F.18-24`, `Germany` for `DE`; others stay as they are. */
export function breakdownWords(type: string | undefined, name: string): string {
  if (type === "country" && /^[A-Z]{2}$/.test(name)) return countries.of(name) ?? name;
  const [, gender = "", ages = ""] = /^([FMU])\.(.+)$/.exec(name) ?? [];
  return type === "gender_age" && gender !== ""
    ? `${genders[gender]} ${ages.replace("-", "–")}`
    : name;
}

/** A view whose rows of breakdowns have names in words. */
export const inWords = (view: View): View => ({
  ...view,
  rows: view.rows.map((name) => breakdownWords(view.down, name)),
  series: view.series.map((series) => ({
    ...series,
    names: series.names.map((name, at) => breakdownWords(view.across[at], name)),
  })),
});
