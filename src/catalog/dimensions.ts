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
export type Breakdown = (typeof breakdowns)[number];
export type Dimension = (typeof baseDimensions)[number] | Breakdown;

export const dimensions: readonly Dimension[] = [...baseDimensions, ...breakdowns];

const isOneOf =
  <T extends string>(list: readonly T[]) =>
  (text: string): text is T =>
    list.some((one) => one === text);

export const isDateDimension = isOneOf(dateDimensions);
export const isBreakdown = isOneOf(breakdowns);
export const isDimension = isOneOf(dimensions);

/** Returns the date dimension of a list; undefined if it has none. */
export const dateDimensionOf = (list: readonly Dimension[]): DateDimension | undefined =>
  list.find(isDateDimension);
