/** The best posts of each group of posts. */
import type { Piece } from "../../answers/replies/reply.ts";
import type { Table, TableCell } from "../../answers/replies/table.ts";
import { required } from "../../base/errors/tool-error.ts";
import { formatShare } from "../../base/text/numbers.ts";
import { creationTimes, isRate, profileColumn } from "./columns.ts";
import { nameOf, titleOf, type Grouping } from "./grouping.ts";
import type { PostCell } from "./values.ts";
import { sortingColumn, sortedRows } from "./slice.ts";

/** By what posts are best, where nothing is named. */
const defaultOrder = "interactions";

/**
 * A row for each of the best posts of each group, in the order of the groups.
 * @throws ToolError `invalid_input` for posts without the number that orders them.
 */
export function bestTable(
  grouping: Grouping,
  { best = 0, sortBy = defaultOrder, order = "desc" }: Pick<Piece, "best" | "sortBy" | "order">,
  isText: boolean,
): Table {
  const { result, parts, lines } = grouping;
  const number = sortingColumn(result, sortBy);
  // Programs get the fraction of a rate.
  const isInPercent = isText && isRate(required(result.columns[number], "a column"));
  const [profile, timeIn] = [profileColumn(result), creationTimes(result)];
  const placeOf = (field: string): number => result.columns.findIndex(({ name }) => name === field);
  const [url, id] = [placeOf("url"), placeOf("id")];
  const haveSeveralProfiles =
    profile !== -1 && result.profileCount > 1 && !parts.includes("profile");
  return {
    columns: [
      titleOf(grouping),
      "#",
      ...(haveSeveralProfiles ? ["profile"] : []),
      "created",
      isInPercent ? `${sortBy} %` : sortBy,
      "post",
    ],
    rows: lines.flatMap(({ group }) => {
      const valued = group.rows.filter((row) => row[number] !== undefined);
      const sorted = sortedRows({ ...result, rows: valued }, sortBy, order);
      return sorted
        .slice(0, best)
        .map((row, at): TableCell[] => [
          nameOf(grouping, group),
          at + 1,
          ...(haveSeveralProfiles ? [result.profileNames.get(String(row[profile])) ?? null] : []),
          timeIn?.(row) ?? null,
          cellOf(row[number], isInPercent),
          String(row[url] ?? row[id] ?? ""),
        ]);
    }),
  };
}

function cellOf(value: PostCell, isInPercent: boolean): TableCell {
  if (typeof value !== "number") return value === undefined ? null : String(value);
  return isInPercent ? formatShare(100 * value) : value;
}
