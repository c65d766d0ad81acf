/** A metrics result in the result store. */
import { joinFetched, type Fetched } from "../../numbers/cells/fetched.ts";
import { deserialize, serialize } from "node:v8";
import { whileInMemory, type Work } from "../../base/async/work.ts";
import { packResult, unpackResult } from "../../numbers/cells/packed-result.ts";
import type { Comparison, Result } from "../../numbers/cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Csv } from "../replies/csv.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import type { Reply, Piece, StoredResult } from "../replies/reply.ts";
import { foldEach } from "../../numbers/table/combine.ts";
import { fold } from "../../numbers/table/statistic.ts";
import { csvBoundOf } from "../report/csv-bound.ts";
import { csvOf, wideCsv, wideDimension } from "../report/rows.ts";
import { compare, type ComparedTable } from "../../numbers/table/compare.ts";
import { comparedTotal } from "../../numbers/table/compared-total.ts";
import { lineDimensions } from "../report/shown.ts";
import { comparedCsv } from "../report/comparison/csv.ts";
import { comparedChart, metricsChart } from "./chart.ts";
import { comparisonPiece } from "./comparison-piece.ts";
import { foldOf } from "./form.ts";
import { metricsPiece } from "./piece.ts";

/** What is stored beside the numbers of the range. */
interface Asked {
  /** The earlier range, and its parts whose mean is compared. */
  readonly before?: Result | undefined;
  readonly usual?: Comparison["usual"];
  /** The conditions of the question. */
  readonly where?: readonly string[] | undefined;
  readonly base?: Result | undefined;
}

/** A result of one range, or of a comparison of two. */
export class StoredMetrics implements StoredResult {
  readonly bytes: number;
  readonly where: readonly string[];
  /** The days of the year before that a goal in percent is measured by. */
  readonly base: Result | undefined;
  /** Undefined for one range. */
  readonly comparison: Comparison | undefined;
  readonly compared = whileInMemory(() => this.#compared());
  readonly csv = whileInMemory(() => this.#csv());

  constructor(
    readonly id: string,
    readonly result: Result,
    { before, usual, where = [], base }: Asked = {},
  ) {
    this.where = where;
    this.base = base;
    this.comparison = before && { now: result, before, usual };
    const results = [...this.sides, ...(base === undefined ? [] : [base])];
    const groups = before === undefined ? 0 : result.profileCount * result.metrics.length;
    this.bytes = results.reduce((sum, side) => sum + bytesOf(side), groups * bytesOfGroup);
  }

  /** The later range first. */
  get sides(): readonly [Result, ...Result[]] {
    return this.comparison === undefined ? [this.result] : [this.result, this.comparison.before];
  }

  get csvBound(): number {
    return csvBoundOf(this.sides);
  }

  get fetched(): Fetched | undefined {
    return joinFetched(this.sides.map(({ fetched }) => fetched));
  }

  *#compared(): Work<ComparedTable> {
    const comparison = required(this.comparison, "an earlier range");
    const { dimensions } = this.result;
    if (dimensions.length === 0) return (yield* comparedTotal(comparison)).table;
    return yield* compare(comparison, dimensions);
  }

  *#csv(): Work<Csv> {
    const { result, comparison } = this;
    if (comparison !== undefined) return comparedCsv(comparison, yield* this.compared());
    return csvOf(result, yield* foldEach(result, result.dimensions, foldOf({}, result)));
  }

  *wideCsv(): Work<Csv | undefined> {
    const { result, comparison } = this;
    const across = comparison === undefined ? wideDimension(result) : undefined;
    if (across === undefined) return undefined;
    return wideCsv(result, yield* foldEach(result, result.dimensions, fold), across);
  }

  *piece(pieceArguments: Piece, maxTokens: number): Work<Reply> {
    const { comparison } = this;
    const piece = this.#withConditions(pieceArguments);
    if (comparison !== undefined) return yield* comparisonPiece(this, comparison, piece, maxTokens);
    // The rows of some profiles or days are copied, for the piece and for the population of its ranks.
    if (piece.profiles !== undefined || piece.dateStart !== undefined) yield this.bytes * 2;
    return yield* metricsPiece(this, piece, maxTokens);
  }

  chart(request: ChartRequest): Work<Chart> {
    const { comparison, result } = this;
    // Rows of time are drawn as a whole.
    const hasLines = lineDimensions(result).length > 0 && result.profileCount > 1;
    const piece = hasLines ? this.#withConditions({ grain: request.grain }) : {};
    return comparison === undefined
      ? metricsChart(result, piece, request)
      : comparedChart(comparison, result.dimensions, piece, request);
  }

  pieceChart(piece: Piece, request: ChartRequest): Work<Chart> | undefined {
    if (this.comparison !== undefined) return undefined;
    return metricsChart(this.result, this.#withConditions(piece), request);
  }

  /** The conditions of the question hold for its own rows and numbers, not for other days, grains and statistics. */
  #withConditions(piece: Piece): Piece {
    const isOther = questionForm.some((name) => piece[name] !== undefined);
    if (isOther || (piece.view !== undefined && piece.view !== "shares")) return piece;
    const where = [...new Set([...this.where, ...(piece.where ?? [])])];
    return where.length === 0 ? piece : { ...piece, where };
  }

  serialize(): Uint8Array {
    const { usual } = this.comparison ?? {};
    return serialize({
      sides: this.sides.map(packResult),
      where: this.where,
      usual,
      base: this.base && packResult(this.base),
    });
  }

  /** @param bytes as `serialize` wrote them. @throws Error for others. */
  static restore(id: string, bytes: Uint8Array): StoredMetrics {
    const { sides, where, usual, base } = deserialize(bytes);
    const [result, before] = sides.map(unpackResult);
    return new StoredMetrics(id, result, {
      before,
      usual,
      where,
      base: base && unpackResult(base),
    });
  }
}

/** Arguments of pieces whose numbers are not those of the question. */
const questionForm = [
  "grain",
  "dateStart",
  "dateEnd",
  "statistic",
  "perProfile",
  "window",
  "groupBy",
] as const;

function bytesOf({ days, split }: Result): number {
  const lists = [days, split].flatMap((values) => values?.lists ?? []);
  const rows = days.profiles.length + (split?.breakdown?.rows.length ?? 0);
  return lists.reduce((sum, list) => sum + list.byteLength, rows * bytesOfRow);
}

/** The approximate memory of a row and its name. */
const bytesOfRow = 100;
/** Of a profile in the groups of a metric, which a comparison keeps. */
const bytesOfGroup = 64;
