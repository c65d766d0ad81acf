/** Profiles without a label: a row of their own in the text, where their values are held. */
import { daysOfCells } from "../../cells/select.ts";
import type { Result } from "../../cells/result.ts";

const none = "";

/** Adds a row for profiles without a label. Returns the result itself if every profile has one, or if its days are not held. */
export function withUnlabelled(result: Result): Result {
  const { labels, names } = result;
  const cells = daysOfCells(result);
  if (labels === undefined || cells === undefined) return result;
  const place = labels.rows.length;
  const placesOf = [...labels.placesOf].map(
    ([id, places]) => [id, places.length === 0 ? [place] : places] as const,
  );
  if ([...labels.placesOf.values()].every((places) => places.length > 0)) return result;
  return {
    ...result,
    // The days hold everything that the rows of labels are made of.
    cells,
    labels: { rows: [...labels.rows, none], placesOf: new Map(placesOf) },
    names: {
      ...names,
      profile_label: new Map([...(names.profile_label ?? []), [none, "(no label)"]]),
    },
  };
}
