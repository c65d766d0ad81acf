/** Checks that hold in every table of a comparison: each line has one population. */
import { assertPercent } from "./digits.ts";
import { readReply, type TextTable } from "./reply-tables.ts";

const numberOf = (text: string | undefined): number => (text ? Number(text) : Number.NaN);

/** By title. Beside all profiles, the numbers of the same ones are checked. */
function numbersOf({ header }: TextTable, cells: readonly string[]) {
  const at = (name: string): number =>
    header.findIndex((title) => title === name || title.endsWith(`: ${name}`));
  const [now, before] = [/now(, \d+ days)?$/, /before(, \d+ days)?$/].map(
    (title) => cells[header.findLastIndex((name) => title.test(name))],
  );
  const isAtEqualDays = header.includes("change at equal days");
  const change = cells[at(isAtEqualDays ? "change at equal days" : "change")];
  return { now, before, isAtEqualDays, change, share: cells[at("change %")] };
}

/** Counts the lines of each kind that a test has seen. */
export const seen = { percents: 0, words: 0 };

/**
 * A change and its percent have one sign. Where both sides have the same days, the change of counts is the difference of
 * the numbers of its line, and the percent is that of them.
 * @throws where a line shows numbers of different profiles.
 */
export function assertLines(text: string): void {
  for (const table of readReply(text).tables.filter(({ header }) =>
    header.some((title) => /^change( at equal days)?$/.test(title)),
  ))
    for (const cells of table.rows) {
      const { now, before, change = "", share = "", isAtEqualDays } = numbersOf(table, cells);
      const [late, early] = [numberOf(now), numberOf(before)];
      if (![now, before].every((value) => /^\d+$/.test(value ?? ""))) continue;
      const where = `${cells.join("|")} in ${text}`;
      const isOfOne = /\d$|^~0$/.test(share) && !/[a-z]/.test(share);
      if (isOfOne && [change, share].every((cell) => /^[-+]/.test(cell)) && change[0] !== share[0])
        throw new Error(`the signs of ${where}`);
      if (isAtEqualDays) seen[isOfOne ? "percents" : "words"] += 1;
      if (isAtEqualDays) continue;
      if (!["", "·"].includes(change) && Number(change.replace(/~| points/g, "")) !== late - early)
        throw new Error(`the change of ${where}`);
      if (isOfOne) {
        // Means above 1,000 are shown without decimals.
        if (!text.includes(" mean ")) assertPercent(share, (100 * (late - early)) / early, where);
        seen.percents += 1;
      } else if (share !== "") seen.words += 1;
    }
}
