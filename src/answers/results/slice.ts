/** Cuts a piece out of a metrics result: some metrics, profiles or days. No request is needed. */
import type { Piece } from "../replies/reply.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { onlyMetrics, withProfilesAt, withinDays } from "../../numbers/cells/select.ts";
import { namedIn } from "../../suite/connection/names.ts";
import { attempt, passed } from "../../base/errors/joined.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { rangeWithin } from "../../base/time/resolve.ts";

type Slice = Pick<Piece, "profiles" | "metrics" | "dateStart" | "dateEnd">;

/** @throws ToolError `invalid_input` for everything that the result does not hold. */
export function slice(result: Result, { profiles, metrics, dateStart, dateEnd }: Slice): Result {
  const isCut = dateStart !== undefined || dateEnd !== undefined;
  const named = attempt(() => profiles && placesOf(result, profiles));
  const dated = attempt(() => (isCut ? rangeWithin(result, { dateStart, dateEnd }) : undefined));
  const metricNames = attempt(() => metrics && heldNames(result, metrics));
  const [places, range, names] = [
    passed(named, dated, metricNames),
    passed(dated),
    passed(metricNames),
  ];
  const ofProfiles = places === undefined ? result : withProfilesAt(result, places);
  const ofDays = range === undefined ? ofProfiles : withinDays(ofProfiles, range);
  return names === undefined ? ofDays : onlyMetrics(ofDays, names);
}

/** Each metric once. @throws ToolError `invalid_input` for one that the result does not hold. */
export function heldNames(result: Result, names: readonly string[]): readonly string[] {
  const metricNames = result.metrics.map(({ name }) => name);
  const missing = names.find((name) => !metricNames.includes(name));
  if (missing !== undefined)
    throw inputError(`the result has no metric ${missing}`, `It has ${metricNames.join(", ")}.`);
  return [...new Set(names)];
}

function placesOf(result: Result, wanted: readonly string[]): readonly number[] {
  const list = result.days.profiles.map((id, place) => {
    const name = rowName(result, "profile", id);
    return { id, name, place };
  });
  return namedIn(list, wanted).map(({ place }) => place);
}
