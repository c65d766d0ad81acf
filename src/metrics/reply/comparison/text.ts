/** A comparison as text: a first line that names both ranges, the table, the notes, the result's URI. */
import type { Work } from "../../../async/work.ts";
import { networkTraits } from "../../../catalog/networks.ts";
import type { Comparison } from "../../../meaning/comparison.ts";
import { resultLine, resultLineTokens } from "../../../replies/links.ts";
import type { Reply } from "../../../replies/reply.ts";
import { condenseComparison } from "../../../tables/comparison/ladder.ts";
import { comparisonTable } from "../../../tables/comparison/csv.ts";
import { comparisonNotes } from "../../../tables/comparison/notes.ts";
import type { ShownComparison } from "../../../tables/comparison/rows.ts";
import { coverageText } from "../../../tables/coverage.ts";
import { profilesName, shortRange } from "../../../tables/names.ts";
import type { Note } from "../../../tables/notes.ts";
import { estimateTokens } from "../../../text/tokens.ts";
import { costTokens, fitting, type ReplyFrame } from "../result-reply.ts";

export interface ShownReply extends ReplyFrame {
  readonly shown: ShownComparison;
}

export function* shownReply(
  { shown, complete, state, ages, notes, stored, isPiece }: ShownReply,
  maxTokens: number,
): Work<Reply> {
  const { comparison, compared } = shown;
  const coverage = yield* coverageOf(comparison);
  const all = [...notes, ...coverage.notes, ...(yield* comparisonNotes(shown))];
  const opening = `${headline(shown)} ${complete(coverage.statement)}`;
  const within = (share: number): { after: string; room: number } => {
    const after = fitting(all, maxTokens * share).join("\n");
    const used = estimateTokens(opening) + estimateTokens(after) + resultLineTokens + costTokens;
    return { after, room: maxTokens - used };
  };
  const half = within(1 / 2);
  const first = yield* condenseComparison(shown, half.room);
  // If even the totals do not fit, the notes get less room.
  const less = first.isCut === true ? within(1 / 8) : undefined;
  const { after } = less ?? half;
  const { text, condensed } =
    less === undefined ? first : yield* condenseComparison(shown, less.room);
  const rung = condensed === undefined ? "" : `\nThe whole table does not fit: ${condensed}.`;
  const isUnexplained = /(^|\|| )·/m.test(text) && !/^(·|No change of)/m.test(after);
  const last = [
    isUnexplained &&
      "· is withheld, not missing: values exist, but cannot be combined in this way.",
    after,
    ages,
    yield* resultLine(stored),
  ]
    .filter(Boolean)
    .join("\n");
  return {
    text: `${opening} ${state}${rung}\n\n${text}\n\n${last}`,
    table: () => (isPiece ? comparisonTable(comparison, compared, shown.order) : stored.table()),
    result: stored,
  };
}

/** The coverage of both sides; one statement where it holds for both. */
function* coverageOf({ now, before }: Comparison): Work<{ statement: string; notes: Note[] }> {
  const [one, other] = [yield* coverageText(now), yield* coverageText(before)];
  const onSide = (name: string, notes: readonly Note[]): Note[] =>
    notes.map((note) => typeof note === "string" && `${name}: ${note}`);
  const isShared = one.statement === other.statement && !one.statement.includes("missing");
  return {
    statement: isShared
      ? one.statement
      : `Now: ${lowered(one.statement)} Before: ${lowered(other.statement)}`,
    notes: [...onSide("Now", one.notes), ...onSide("Before", other.notes)],
  };
}

const lowered = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** The ranges, and the coverage of both. */
export function* comparisonSource(
  comparison: Comparison,
  dimensions: ShownComparison["dimensions"],
): Work<string> {
  return `${headline({ comparison, dimensions })} ${(yield* coverageOf(comparison)).statement}`;
}

function headline({
  comparison: { now, before },
  dimensions,
}: Pick<ShownComparison, "comparison" | "dimensions">): string {
  const { network } = now;
  const split = dimensions.map((type) => type.replace("date.", ""));
  const zone = networkTraits[network].dayZone ?? "profile time";
  const by = split.length === 0 ? "in total" : `by ${split.join(", ")}`;
  return `${network}, ${profilesName(now)}, ${shortRange(now)} against ${shortRange(before)} ${by}, ${zone}.`;
}
