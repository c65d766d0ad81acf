/** A piece of a stored comparison as a reply: some profiles or metrics, ranked. */
import type { Work } from "../../../async/work.ts";
import { isCalendarDate, type Dimension } from "../../../catalog/dimensions.ts";
import { rowKey, type RowValue } from "../../../cells/axis.ts";
import type { Result } from "../../../cells/result.ts";
import { withRows } from "../../../cells/select.ts";
import { inputError } from "../../../errors/tool-error.ts";
import { compare, type Compared, type Comparison } from "../../../meaning/comparison.ts";
import { isNumber } from "../../../meaning/figures.ts";
import { rankingOf } from "../../../meaning/ranking.ts";
import { firstGiven, type Piece, type Reply, type StoredResult } from "../../../replies/reply.ts";
import { plural } from "../../../text/words.ts";
import { shownReply } from "./text.ts";
import { namedRatios } from "../ratios.ts";
import { slice } from "../slice.ts";

/** Arguments that would make other rows or other numbers of the days of one range. */
const refused = [
  "dateStart",
  "dateEnd",
  "grain",
  "statistic",
  "view",
  "perProfile",
  "groupBy",
] as const;

/** @throws ToolError `invalid_input` for what the comparison does not hold, and for arguments that it cannot take. */
export function* comparisonPiece(
  stored: StoredResult & {
    readonly comparison: Comparison;
    readonly dimensions: readonly Dimension[];
  },
  asked: Piece,
  maxTokens: number,
): Work<Reply> {
  const { piece, add } = namedRatios(asked);
  const wrong = firstGiven(piece, refused);
  if (wrong !== undefined) {
    throw inputError(
      `${wrong} cannot be applied to a comparison, whose rows are those of two ranges`,
      `Ask get_profile_metrics with compare_to and the dates or dimensions that you need, or leave ${wrong} out.`,
    );
  }
  const { dimensions } = stored;
  const whole = yield* withProfiles(stored.comparison, piece.profiles, add);
  const ranking = isRanked(piece)
    ? rank(yield* compare(whole, dimensions), dimensions, piece)
    : undefined;
  const { metrics } = piece;
  const comparison = {
    ...whole,
    now: slice(whole.now, { metrics }),
    before: slice(whole.before, { metrics }),
  };
  const shown = {
    comparison,
    dimensions,
    compared: yield* compare(comparison, dimensions),
    order: ranking?.order,
  };
  const state = "A piece of a stored result; no request sent.";
  const notes = [ranking?.note, ...comparison.now.remarks];
  return yield* shownReply(
    { shown, complete: (coverage) => coverage, state, notes, stored, isPiece: true },
    maxTokens,
  );
}

/** Both sides with some of their profiles. */
function* withProfiles(
  held: Comparison,
  profiles: Piece["profiles"],
  add: (result: Result) => Work<Result>,
): Work<Comparison> {
  const [now, before] = [yield* add(held.now), yield* add(held.before)];
  if (profiles === undefined) return { ...held, now, before };
  const chosen = slice(now, { profiles });
  const keys = new Set(profileRows(chosen).map(rowKey));
  const places = [...profileRows(before).entries()].flatMap(([place, row]) =>
    keys.has(rowKey(row)) ? [place] : [],
  );
  return { ...held, whole: before, now: chosen, before: withRows(before, "profile", places) };
}

const profileRows = ({ cells, days }: Result): readonly RowValue[] =>
  [cells, ...(days === undefined ? [] : [days])]
    .flatMap(({ axes }) => axes)
    .find(({ type }) => type === "profile")?.rows ?? [];

interface Order {
  /** The rows of the comparison, in the order in which they are shown. */
  readonly order: readonly number[];
  readonly note: string;
}

const isRanked = ({ sortBy, order, top, offset = 0 }: Piece): boolean =>
  [sortBy, order, top].some((one) => one !== undefined) || offset > 0;

/**
 * Ranks the rows by their number now, or by their change.
 * @throws ToolError `invalid_input` for a metric that the comparison does not hold, or without a number to rank by.
 */
function rank(compared: Compared, dimensions: readonly Dimension[], piece: Piece): Order {
  const { order = "desc", top, offset = 0 } = piece;
  if (dimensions.some(isCalendarDate) && dimensions.length > 1) {
    throw inputError(
      "a comparison by time and another dimension has no single number per row to rank by",
      "Ask get_profile_metrics with compare_to and one dimension.",
    );
  }
  const { rows, by } = ranked(compared, piece, order);
  const chosen = rows.slice(offset, top === undefined ? undefined : offset + top);
  if (chosen.length === 0)
    throw inputError(
      `offset ${offset} is beyond the ${plural(rows.length, "row")}`,
      "Choose a smaller offset.",
    );
  const from =
    rows.length > chosen.length ? `, from rank ${offset + 1}; the total is of these` : "";
  return {
    order: chosen,
    note: `Ranked by ${by}: ${chosen.length} of ${plural(rows.length, "row")}${from}.`,
  };
}

/** The rows with a number in order, then the others; and what they are ranked by. */
function ranked(
  { metrics, rowCount }: Compared,
  { sortBy, order: asked, metrics: shown }: Piece,
  order: "asc" | "desc",
): { readonly rows: readonly number[]; readonly by: string } {
  const isByChange = sortBy === undefined || sortBy === "change";
  const wanted = isByChange ? shown?.[0] : sortBy;
  const found =
    wanted === undefined
      ? metrics.find(({ change }) => change.some(isNumber))
      : metrics.find(({ metric }) => metric.name === wanted);
  if (found === undefined) {
    throw inputError(
      wanted === undefined
        ? "no metric of the comparison has a change"
        : `the comparison has no metric ${wanted} to sort by`,
      `Sort by change, or by one of ${metrics.map(({ metric }) => metric.name).join(", ")}.`,
    );
  }
  const { name } = found.metric;
  const isBySize = sortBy === undefined && asked === undefined;
  const changes = isBySize ? found.change.map(Math.abs) : found.change;
  const ranks = rankingOf([...(isByChange ? changes : found.now)], order);
  const first = ranks.map(({ place }) => place);
  const isFirst = new Set(first);
  const rest = [...Array.from({ length: rowCount }).keys()].filter((row) => !isFirst.has(row));
  const direction = order === "asc" ? "lowest first" : "highest first";
  const by = isByChange
    ? isBySize
      ? `the size of the change of ${name}, largest first`
      : `the change of ${name}, ${direction}`
    : `${name}, ${direction}`;
  return { rows: [...first, ...rest], by };
}
