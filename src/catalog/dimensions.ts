/** Dimension types of the metrics endpoint (spec, Version 3: profile metrics). */

const dateDimensions = ["date.day", "date.week", "date.month"] as const;
export const baseDimensions = [...dateDimensions, "profile", "profile_label"] as const;

/** Network-specific breakdowns, starred in the spec. A request has at most one, as its last dimension. */
export const breakdowns = [
  "activity_type",
  "city",
  "click_target",
  "click_type",
  "country",
  "gender_age",
  "hour_of_day",
  "interaction_type",
  "locale",
  "play_type",
  "post_attribution",
  "reaction_type",
] as const;

export type DateDimension = (typeof dateDimensions)[number];
type BaseDimension = (typeof baseDimensions)[number];
export type Breakdown = (typeof breakdowns)[number];
export type Dimension = BaseDimension | Breakdown;

export const dimensions: readonly Dimension[] = [...baseDimensions, ...breakdowns];

export function isDateDimension(dimension: string): dimension is DateDimension {
  return (dateDimensions as readonly string[]).includes(dimension);
}

export function isBreakdown(dimension: string): dimension is Breakdown {
  return (breakdowns as readonly string[]).includes(dimension);
}

export function isDimension(text: string): text is Dimension {
  return (dimensions as readonly string[]).includes(text);
}

/** Returns the date dimension of a list; undefined if it has none. */
export const dateDimensionOf = (list: readonly Dimension[]): DateDimension | undefined =>
  list.find((dimension) => isDateDimension(dimension));
