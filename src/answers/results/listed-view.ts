/** Views that list single profiles or days: where values are missing, and which values stand out. */
import { done, each, type Work } from "../../base/async/work.ts";
import { grainNameOf, isDateDimension } from "../../catalog/dimensions.ts";
import { listedViews } from "../../catalog/statistics.ts";
import { grainNames, isGrain, type GrainName } from "../../catalog/grains.ts";
import { bucketLines, bucketRanksOf } from "../../numbers/table/bucket-ranks.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { combinedLines, profileLines, type DailyLine } from "../../numbers/table/daily-lines.ts";
import { outlierDays } from "../../numbers/table/outlier-days.ts";
import { outliersIn, outliersOf, type JudgedLine } from "../../numbers/table/outliers.ts";
import { tableCsv } from "../replies/csv.ts";
import type { Block } from "../replies/layout.ts";
import { checkOptions, type Piece, type Reply, type StoredResult } from "../replies/reply.ts";
import { fittingBlock, type Table } from "../replies/table.ts";
import { chosenRows, moreText, type Chosen } from "../replies/window.ts";
import { coverageText } from "../report/coverage.ts";
import { gapsIn, gapsTable } from "../report/gaps.ts";
import { subjectOf } from "../report/subject.ts";
import { bucketRanksTable, bucketTables, outliersTable } from "../report/views.ts";
import { isRowOutlier, outlierTables, type Lists } from "../report/views.ts";
import { pieceCost, textReply } from "./text.ts";

type ListedView = (typeof listedViews)[number];

interface Listed extends Lists {
  readonly table: Table;
  /** The number of rows that are not shown. */
  readonly left: number;
}

export const isListed = (view: Piece["view"]): view is ListedView =>
  listedViews.some((name) => name === view);

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
  const { view, order, top, offset } = piece;
  checkOptions(piece, view);
  const showsGaps = view === "gaps";
  const bucket = showsGaps ? undefined : bucketIn(result, piece);
  const choose: Choose = (rows) =>
    chosenRows(order === "asc" ? rows.toReversed() : rows, { top, offset });
  const listed = showsGaps
    ? yield* gaps(result, choose)
    : bucket === undefined
      ? yield* outliers(result, choose)
      : buckets(result, bucket, choose);
  yield;
  const report = {
    subject: subjectOf(result, result.dimensions),
    coverage: coverageText(result),
    notes: [],
    bodyIn: (room: number) =>
      done({
        table: blocksOf(listed, room, offset),
        notes: [moreText(listed.left, "top and offset")],
      }),
  };
  const frame = {
    cost: [pieceCost(showsGaps ? "Gaps" : "Outliers")],
    cautions: result.remarks,
    stored,
    csv: () => tableCsv(listed.table),
  };
  return yield* textReply(report, frame, maxTokens);
}

/** The tables that fit. @param offset of the first row. */
const blocksOf = ({ lists, below }: Lists, room: number, offset = 0): Block[] =>
  lists.map(({ title, table }, place) => {
    const goOn = (count: number): string => `Continue with offset ${offset + count}.`;
    const block = fittingBlock(table, room / lists.length, goOn);
    const rows = table.rows.length === 0 ? [] : block.rows;
    const last = place === lists.length - 1 && below;
    return { title, rows, below: [...(block.below ?? []), last] };
  });

type Choose = <Row>(rows: readonly Row[]) => Chosen<Row>;

function* gaps(result: Result, choose: Choose): Work<Listed> {
  const { lines, left } = choose(yield* gapsIn([result]));
  const table = gapsTable(lines);
  const none = "None: every profile-day has a value.";
  return { table, lists: [{ title: lines.length === 0 ? none : undefined, table }], left };
}

function* outliers(result: Result, choose: Choose): Work<Listed> {
  const judged = (list: readonly DailyLine[]): Work<JudgedLine[]> =>
    each(list, (line) => done(outliersIn(result, line)));
  const outlierSet = outliersOf(
    yield* judged(combinedLines(result)),
    yield* judged(profileLines(result)),
  );
  const combined = outlierSet.outliers.filter((outlier) => isRowOutlier(result, outlier));
  const single = outlierSet.outliers.filter((outlier) => !isRowOutlier(result, outlier));
  const totals = combined.filter(({ rows }) => rows.length === 0);
  const { days, alone } = outlierDays(single, totals, result);
  const { lines, left } = choose([...combined, ...days, ...alone]);
  // Programs get each outlier of the days that are shown.
  const rows = lines.flatMap((line) => ("outliers" in line ? line.outliers : [line]));
  return { table: outliersTable(result, rows), ...outlierTables(result, lines, outlierSet), left };
}

function buckets(result: Result, grain: GrainName, choose: Choose): Listed {
  const bucketRanks = bucketRanksOf(result, bucketLines(result, grain));
  const { lines, left } = choose(bucketRanks.ranks);
  const table = bucketRanksTable(result, lines, grain);
  return { table, ...bucketTables(result, table, bucketRanks, grain), left };
}

/** The grain of an asked piece, or of a result that is coarser than days; undefined for days. */
function bucketIn(result: Result, { grain }: Pick<Piece, "grain">): GrainName | undefined {
  if (grain !== undefined && !isGrain(grain))
    throw inputError(
      `view outliers has no grain ${grain}`,
      `Choose one of ${grainNames.join(", ")}.`,
    );
  const dateDimension = result.dimensions.find((type) => isDateDimension(type));
  const bucket = grain ?? (dateDimension && grainNameOf(dateDimension)) ?? "day";
  return bucket === "day" ? undefined : bucket;
}
