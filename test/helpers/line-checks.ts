/** Checks that hold in every table of a comparison: each line has one population. */
import { assertPercent } from "./digits.ts";
import { readReply, type TextTable } from "./reply-tables.ts";

const numberOf = (text: string | undefined): number => (text ? Number(text) : Number.NaN);

/** By title: `now`, `before`, `change`, `change %`. Beside all profiles, the numbers of the same ones are checked. */
function numbersOf({ header }: TextTable, cells: readonly string[]) {
  const at = (name: string): number =>
    header.findIndex((title) => title === name || title.endsWith(`: ${name}`));
  return {
    now: cells[at("now")],
    before: cells[at("before")],
    change: cells[at("change")],
    share: cells[at("change %")],
  };
}

/** Counts the lines of each kind that a test has seen. */
export const seen = { percents: 0, words: 0 };

/**
 * Where a line of counts has a percent, it is that of its own numbers; a change is their difference.
 * @throws where a line shows numbers of different profiles.
 */
export function assertLines(text: string): void {
  for (const table of readReply(text).tables.filter(({ header }) => header.includes("change")))
    for (const cells of table.rows) {
      const { now, before, change, share = "" } = numbersOf(table, cells);
      const [late, early] = [numberOf(now), numberOf(before)];
      if (![now, before].every((value) => /^\d+$/.test(value ?? ""))) continue;
      const where = `${cells.join("|")} in ${text}`;
      if (
        !["", "·"].includes(change ?? "") &&
        Number(change?.replace(/~| points/g, "")) !== late - early
      )
        throw new Error(`the change of ${where}`);
      if (/\d$|^~0$/.test(share) && !/[a-z]/.test(share)) {
        // Means above 1,000 are shown without decimals.
        if (!text.includes(" mean ")) assertPercent(share, (100 * (late - early)) / early, where);
        seen.percents += 1;
      } else if (share !== "") seen.words += 1;
    }
}
