/** The line that says what a call cost and what is left. */
import type { Ledger } from "../quota/ledger.ts";
import { plural } from "../table/numbers.ts";

export function spentLine(sent: number, ledger: Ledger): string {
  const { requests, told } = ledger.left();
  return `${plural(sent, "request")} sent, ${told ? "" : "at most "}${requests} left this hour.`;
}
