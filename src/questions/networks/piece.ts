/** What the pieces of the results of several networks share: their subject, their remarks, the arguments that they take. */
import { inputError, required } from "../../base/errors/tool-error.ts";
import { argumentName } from "../../answers/replies/piece-id.ts";
import type { Piece, StoredResult } from "../../answers/replies/reply.ts";
import { networksSubject } from "../../answers/report/subject.ts";
import type { ReplyFrame } from "../../answers/results/text.ts";
import { plural } from "../../base/text/words.ts";
import { notesByNetwork } from "./notes.ts";
import type { NetworkResult } from "./part.ts";

/** Accounts are added: people can have several. */
export const followersName = "followers (accounts, not people)";

/** @throws ToolError `invalid_input` for an argument that the view of all networks does not take. */
export function checkChosen(piece: Piece, taken: readonly (keyof Piece)[]): void {
  const [wrong] =
    Object.entries({ ...piece, view: undefined }).find(
      ([name, value]) =>
        value !== undefined && value !== false && !taken.some((argument) => argument === name),
    ) ?? [];
  if (wrong !== undefined)
    throw inputError(
      `view ${piece.view} of several networks has no ${argumentName(wrong)}`,
      `Give ${["view", ...taken].join(", ")} alone, or name one network.`,
    );
}

/** `7 networks, 138 profiles, 2026-10-01 to 10-31 (31 days) against …`. */
export function subjectOfNetworks(
  parts: readonly NetworkResult[],
  of: "now" | "both" = "both",
): string {
  const { result, comparison } = required(parts[0], "a network").stored;
  const pages = parts.reduce((sum, { stored }) => sum + stored.result.profileCount, 0);
  return networksSubject(
    `${plural(parts.length, "network")}, ${plural(pages, "profile")}`,
    parts.map(({ network }) => network),
    of === "both" && comparison !== undefined ? comparison : { now: result },
    [],
  );
}

export const frameOf = (
  stored: StoredResult,
  parts: readonly NetworkResult[],
): Pick<ReplyFrame, "stored" | "cautions"> => ({
  stored,
  cautions: notesByNetwork(
    parts.map((part) => ({ network: part.network, notes: part.stored.result.remarks })),
  ),
});
