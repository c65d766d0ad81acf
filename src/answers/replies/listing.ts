/** Replies that list objects of the account, filtered by name, within the budget. */
import { done } from "../../base/async/work.ts";
import type { ReplyServices } from "./services.ts";
import type { Named } from "../../suite/api/records.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { tableCsv } from "./csv.ts";
import { layOut } from "./layout.ts";
import { fittingBlock, type Table, type TableCell } from "./table.ts";
import { plainText, visibleText } from "../../base/text/sanitize.ts";
import { plural } from "../../base/text/words.ts";
import type { Reply } from "./reply.ts";
import type { CallApi } from "../../suite/connection/connection.ts";

export interface Listing<One extends Pick<Named, "name">> {
  /** The singular, such as `content label`. */
  readonly noun: string;
  /** A network or date range that the first line states. */
  readonly of?: string;
  readonly list: readonly One[];
  readonly contains: string | undefined;
  /** Other texts that `contains` searches beside the name. */
  readonly alsoSearched?: (record: One) => readonly (string | undefined)[];
  /** Rows to skip; undefined if the tool has no such argument. */
  readonly offset?: number;
  readonly columns: readonly string[];
  readonly row: (record: One) => readonly TableCell[];
  /** The likely causes of an empty list, the likeliest first, and the next call to try. */
  readonly empty: string;
  readonly notes?: readonly string[];
}

export async function listAnswer<One extends Pick<Named, "name">>(
  services: ReplyServices,
  listingOf: (call: CallApi) => Promise<Listing<One>>,
): Promise<Reply> {
  const call = (await services.connection()).forCall(services);
  const listing = await listingOf(call);
  const { noun, of, list, contains, offset, columns, row, empty, notes = [] } = listing;
  const matches = matchesOf(listing);
  const table: Table = { columns, rows: matches.slice(offset).map(row) };
  const goOn = (shown: number): string =>
    offset === undefined
      ? "Narrow with name_contains."
      : `Narrow with name_contains, or continue with offset ${offset + shown}.`;
  const narrowed =
    contains === undefined
      ? ""
      : ` whose name contains ${JSON.stringify(plainText(contains, ourLimits.textLength))}`;
  const hint =
    list.length === 0
      ? empty
      : matches.length === 0
        ? "Try a shorter text, or leave name_contains out."
        : "The offset is beyond the last row.";
  const frame = {
    subject: `${of === undefined ? "" : `${of}: `}${matches.length} of ${plural(list.length, noun)}${narrowed}.`,
    cost: await call.spent(),
    cautions: table.rows.length === 0 ? [hint, ...notes] : notes,
  };
  const content = layOut(frame, services.settings.maxAnswerTokens, (room) =>
    done({
      table: table.rows.length === 0 ? [] : [fittingBlock(table, room, goOn)],
    }),
  );
  return {
    content: await services.slice.run(content),
    csv: () => tableCsv(table),
    total: matches.length,
  };
}

/** The objects of which a text contains what is searched. */
function matchesOf<One extends Pick<Named, "name">>({
  list,
  contains = "",
  alsoSearched = () => [],
}: Listing<One>): readonly One[] {
  const wanted = visibleText(contains).toLowerCase();
  return list.filter((record) =>
    [record.name, ...alsoSearched(record)].some((text) => text?.toLowerCase().includes(wanted)),
  );
}

export { leftOutNotes } from "../../suite/connection/left-out.ts";
export { needLabelNames } from "../../suite/connection/labels.ts";
export { namedLabel } from "../../suite/connection/names.ts";
