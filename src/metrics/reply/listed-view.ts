/** Views that list single profiles or days: where values are missing, and which values stand out. */
import { done, type Work } from "../../async/work.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../../cells/result.ts";
import { dimensionsOf } from "../../cells/select.ts";
import { inputError } from "../../errors/tool-error.ts";
import { dayColumn } from "../../meaning/methods.ts";
import { outlierScore, outliersOf, usualWeeks } from "../../meaning/outliers.ts";
import { bucketGrain, gapGrid } from "../../meaning/presence.ts";
import { rowGaps } from "../../meaning/row-gaps.ts";
import { resultLine } from "../../replies/links.ts";
import { firstGiven, type Piece, type Reply, type StoredResult } from "../../replies/reply.ts";
import { listRows, type Table } from "../../replies/table.ts";
import { coverageText } from "../../tables/coverage.ts";
import type { Note } from "../../tables/notes.ts";
import { gapsTable, outliersTable } from "../../tables/views.ts";
import { plural } from "../../text/words.ts";
import { headline } from "./result-reply.ts";

type ListedView = "gaps" | "outliers";

interface Listed {
  readonly table: Table;
  /** The text of a table without rows. */
  readonly none: string;
  readonly notes: readonly Note[];
}

export const isListed = (view: Piece["view"]): view is ListedView =>
  view === "gaps" || view === "outliers";

/**
 * @param result the piece to list.
 * @throws ToolError `invalid_input` for arguments that do not apply, and for a result without profile-days.
 */
export function* listedView(
  stored: StoredResult,
  result: Result,
  piece: Piece & { readonly view: ListedView },
  maxTokens: number,
): Work<Reply> {
  const { view, order, top, offset = 0 } = piece;
  const wrong = firstGiven(piece, ["grain", "statistic", "sortBy", "perProfile"]);
  if (wrong !== undefined) {
    throw inputError(
      `${wrong} cannot be combined with view ${view}, whose rows are single profiles and days`,
      `Leave ${wrong} out.`,
    );
  }
  const isHeld =
    view === "gaps"
      ? result.cells.metrics.some((metric) => gapGrid(result, metric))
      : result.days !== undefined;
  if (!isHeld && !(view === "outliers" && dimensionsOf(result).includes("date.day"))) {
    throw inputError(
      `the result does not hold single profiles and days, so its ${view} are not known`,
      "Ask get_profile_metrics with the dimensions profile and date.day.",
    );
  }
  const { table, none, notes } = yield* view === "gaps" ? gaps(result) : outliers(result);
  const ordered = order === "asc" ? table.rows.toReversed() : table.rows;
  const rows = ordered.slice(offset, top === undefined ? undefined : offset + top);
  if (rows.length === 0 && ordered.length > 0)
    throw inputError(
      `offset ${offset} is beyond the ${plural(ordered.length, "row")}`,
      "Choose a smaller offset.",
    );
  const shown = { columns: table.columns, rows };
  const left = table.rows.length - rows.length;
  const coverage = yield* coverageText(result);
  const opening = `${headline(result, `(${view})`)} ${coverage.statement} A piece of a stored result; no request sent.`;
  const after = [
    left > 0 && `${rows.length} of ${plural(table.rows.length, "row")}, from row ${offset + 1}.`,
    ...notes,
    ...result.remarks,
  ].filter((note) => typeof note === "string");
  const goOn = (count: number): string => `Continue with offset ${offset + count}.`;
  const list = rows.length === 0 ? none : listRows(shown, maxTokens - 400, goOn);
  return {
    text: `${opening}\n\n${list}\n\n${[...after, yield* resultLine(stored)].join("\n")}`,
    table: () => done(shown),
    result: stored,
  };
}

function* gaps(result: Result): Work<Listed> {
  const rows = yield* rowGaps(result);
  const hidden = hiddenNote(result, (metric) => gapGrid(result, metric) === undefined);
  return {
    table: gapsTable(result, rows),
    none: `None: every profile-${bucketGrain(result).unit} has a value.`,
    notes: [hidden],
  };
}

function* outliers(result: Result): Work<Listed> {
  const { found, compared } = yield* outliersOf(result);
  const [rows, single] = compared;
  return {
    table: outliersTable(result, found),
    none:
      rows + single === 0
        ? "No day could be compared: usual values need at least 12 weeks without a break."
        : rows > 0
          ? "None: no row of the result and no profile-day stands out."
          : "None: no profile-day stands out.",
    notes: [
      `${rows === 0 ? "" : `${plural(rows, "value")} of rows that combine profiles and `}${single} values of single profiles and days were compared with the median of their weekday in the ${usualWeeks} weeks around them. A score is the distance from it in spreads; usual is up to 3 spreads away, and scores from ${outlierScore} on stand out. Days that are not over are left out.`,
      hiddenNote(result, (metric) => dayColumn(result, metric) === undefined, rows > 0),
    ],
  };
}

/**
 * Metrics of which single profiles are not held.
 * @param hasRows their rows that combine profiles are included.
 */
function hiddenNote(
  { cells }: Result,
  isHidden: (metric: Metric) => boolean,
  hasRows = false,
): Note {
  const names = cells.metrics
    .filter(isHidden)
    .map(({ name }) => name)
    .join(", ");
  const what = hasRows ? "Single profiles are not included" : "Not included";
  return names !== "" && `${what}, because their profile-days are not held: ${names}.`;
}
