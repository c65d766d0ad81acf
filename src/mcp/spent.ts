/** The line that says what a call cost, what is left, and whether the data is made up. */
import { plural } from "../table/numbers.ts";
import type { Session } from "./session.ts";

export function spentLine(sent: number, { ledger, isMadeUp }: Session): string {
  const { requests, told } = ledger.left();
  const spent = `${plural(sent, "request")} sent, ${told ? "" : "at most "}${requests} left this hour.`;
  return isMadeUp ? `${spent} The data is made up: this is the sandbox.` : spent;
}
