/** Where the values of all networks are missing: a row for each page, those that have none any more first. */
import { done, type Work } from "../async/work.ts";
import { rowName } from "../cells/result.ts";
import { rowGaps } from "../meaning/coverage.ts";
import { tableCsv } from "../replies/csv.ts";
import type { Piece, Reply, StoredResult } from "../replies/reply.ts";
import { fittingBlock, type Table } from "../replies/table.ts";
import { within } from "../replies/window.ts";
import { rowCause } from "../report/causes.ts";
import { metricNames } from "../report/names.ts";
import { pieceCost, textReply } from "../results/text.ts";
import { plural, some } from "../text/words.ts";
import { checkChosen, frameOf, subjectOfNetworks } from "./piece.ts";
import type { NetworkResult } from "./stored.ts";

/** @throws ToolError `invalid_input` for arguments that choose other rows. */
export function* gapsOfNetworks(
  stored: StoredResult,
  parts: readonly NetworkResult[],
  piece: Piece,
  maxTokens: number,
): Work<Reply> {
  checkChosen(piece, ["top", "offset"]);
  const { top, offset = 0 } = piece;
  const all = parts.flatMap(({ network, stored: { result } }) =>
    rowGaps(result).map((row) => ({ network, row, result, ...rowCause(result, row) })),
  );
  // Pages that have no values any more are the most urgent ones.
  const ordered = all.toSorted(
    (one, other) =>
      Number(other.isDead) - Number(one.isDead) || other.row.missing - one.row.missing,
  );
  const rows = within(ordered, { top, offset });
  const table: Table = {
    columns: ["network", "profile", "why", "days missing", "of", "metrics"],
    rows: rows.map(({ network, row, result, why }) => {
      const { profile, missing, expected, metrics } = row;
      const name = rowName(result, "profile", profile);
      return [network, name, why, missing, expected, some(metricNames(metrics), 6)];
    }),
  };
  const dead = new Set(
    all.flatMap(({ isDead, network, row }) => (isDead ? `${network} ${row.profile}` : [])),
  ).size;
  const left = all.length - offset - rows.length;
  const report = {
    subject: subjectOfNetworks(parts, "now"),
    coverage: {
      statements: [`${plural(dead, "profile")} without current values of some metrics.`],
      isComplete: all.length === 0,
    },
    notes: [],
    bodyIn: (room: number) =>
      done({
        table: [fittingBlock(table, room, (count) => `Continue with offset ${offset + count}.`)],
        notes: [left > 0 && `${left} more: top and offset.`],
      }),
  };
  const frame = {
    ...frameOf(stored, parts),
    cost: [pieceCost("Gaps")],
    csv: () => tableCsv(table),
  };
  return yield* textReply(report, frame, maxTokens);
}
