/** Where the values of all networks are missing: a row for each page, those that have none any more first. */
import { done, type Work } from "../../base/async/work.ts";
import { tableCsv } from "../../answers/replies/csv.ts";
import type { Piece, Reply, StoredResult } from "../../answers/replies/reply.ts";
import { fittingBlock } from "../../answers/replies/table.ts";
import { chosenRows, moreText } from "../../answers/replies/window.ts";
import { gapsIn, gapsTable } from "../../answers/report/gaps.ts";
import { pieceCost, textReply } from "../../answers/results/text.ts";
import { plural } from "../../base/text/words.ts";
import { checkChosen, frameOf, subjectOfNetworks } from "./piece.ts";
import type { NetworkResult } from "./part.ts";

/** @throws ToolError `invalid_input` for arguments that choose other rows. */
export function* gapsOfNetworks(
  stored: StoredResult,
  parts: readonly NetworkResult[],
  piece: Piece,
  maxTokens: number,
): Work<Reply> {
  checkChosen(piece, ["top", "offset"]);
  const { top, offset = 0 } = piece;
  const gaps = yield* gapsIn(parts.map(({ stored: { result } }) => result));
  const { lines, left } = chosenRows(gaps, { top, offset });
  const table = gapsTable(lines, true);
  const dead = new Set(
    gaps.flatMap(({ isDead, result, profile }) => (isDead ? `${result.network} ${profile}` : [])),
  ).size;
  const report = {
    subject: subjectOfNetworks(parts, "now"),
    coverage: {
      statements: [`${plural(dead, "profile")} without current values of some metrics.`],
      isComplete: gaps.length === 0,
    },
    notes: [],
    bodyIn: (room: number) =>
      done({
        table: [fittingBlock(table, room, (count) => `Continue with offset ${offset + count}.`)],
        notes: [moreText(left, "top and offset")],
      }),
  };
  const frame = {
    ...frameOf(stored, parts),
    cost: [pieceCost("Gaps")],
    csv: () => tableCsv(table),
  };
  return yield* textReply(report, frame, maxTokens);
}
