/** Cuts a piece out of a metrics result: some metrics, profiles or days. No request is needed. */
import type { Piece } from "../replies/reply.ts";
import { rowName, type Result } from "../cells/result.ts";
import { onlyMetrics, withProfilesAt, withinDays } from "../cells/select.ts";
import { namedIn } from "../connection/names.ts";
import { inputError } from "../errors/tool-error.ts";
import { rangeWithin } from "../time/resolve.ts";

type Slice = Pick<Piece, "profiles" | "metrics" | "dateStart" | "dateEnd">;

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function slice(result: Result, wanted: Slice): Result {
  let piece = result;
  if (wanted.profiles !== undefined) piece = withProfiles(piece, wanted.profiles);
  if (wanted.dateStart !== undefined || wanted.dateEnd !== undefined)
    piece = withinDays(piece, rangeWithin(piece, wanted));
  return wanted.metrics === undefined ? piece : withMetrics(piece, wanted.metrics);
}

function withMetrics(result: Result, names: readonly string[]): Result {
  const held = result.metrics.map(({ name }) => name);
  const missing = names.find((name) => !held.includes(name));
  if (missing !== undefined)
    throw inputError(`the result has no metric ${missing}`, `It has ${held.join(", ")}.`);
  return onlyMetrics(result, [...new Set(names)]);
}

function withProfiles(result: Result, wanted: readonly string[]): Result {
  const list = result.days.profiles.map((id, place) => {
    const name = rowName(result, "profile", id);
    return { id, name, place };
  });
  const places = namedIn(list, wanted).map(({ place }) => place);
  return withProfilesAt(result, places);
}
