/** Dimension types of the metrics endpoint (spec, Version 3: profile metrics). */
import { grainNames, grains, isGrain, type GrainName } from "./grains.ts";

const dateOf = (grain: GrainName): `date.${GrainName}` => `date.${grain}`;
const apiDates = grainNames.filter((grain) => grains[grain].hasApiDimension).map(dateOf);
const dateDimensions = [...grainNames.map(dateOf), "date.weekday"] as const;
/** The dimensions of every metric, by the API. */
export const baseDimensions = [...apiDates, "profile", "profile_label"] as const;

/** The dimensions of every metric, those included that this server folds. */
export const commonDimensions = [...dateDimensions, "profile", "profile_label"] as const;

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
export type Dimension = (typeof commonDimensions)[number] | Breakdown;

/** Every dimension of the API. */
export const apiDimensions: readonly Dimension[] = [...baseDimensions, ...breakdowns];
/** Every dimension of a question. */
export const dimensions: readonly Dimension[] = [...commonDimensions, ...breakdowns];

const isOneOf =
  <T extends string>(list: readonly T[]) =>
  (text: string): text is T =>
    list.some((name) => name === text);

export const isDateDimension = isOneOf(dateDimensions);
export const isBreakdown = isOneOf(breakdowns);
/** The breakdown among some dimensions. */
export const breakdownIn = (list: readonly Dimension[]): Breakdown | undefined =>
  list.find((type): type is Breakdown => breakdowns.some((name) => name === type));

const isDimension = isOneOf(dimensions);

/** Breakdowns whose rows follow one another, by hour or age: a table keeps their order. */
export const hasOwnOrder = (type: Dimension): boolean =>
  type === "hour_of_day" || type === "gender_age";

/** Breakdowns whose rows have no person in common. */
export const hasSeparateGroups = (type: Dimension): boolean => type === "gender_age";

/** A dimension by its name, or the name without `date.` or `profile_`: `week`, `label`. */
export const dimensionOf = (text: string): Dimension | undefined => {
  const name = text.trim().toLowerCase();
  return [name, `date.${name}`, `profile_${name}`].find(isDimension);
};

/** The grain of a dimension whose rows follow one another in time; undefined for weekdays, which repeat. */
export function grainNameOf(type: Dimension): GrainName | undefined {
  const name = type.replace(/^date\./, "");
  return name !== type && isGrain(name) ? name : undefined;
}

export const isCalendarDate = (type: Dimension): boolean => grainNameOf(type) !== undefined;

/** Returns the date dimension of a list; undefined if it has none. */
export const dateDimensionOf = (list: readonly Dimension[]): DateDimension | undefined =>
  list.find(isDateDimension);

/** True where each row is one profile on one day, so that its gaps are visible. */
export const areProfileDays = (list: readonly Dimension[], profileCount: number): boolean =>
  list.includes("date.day") &&
  !list.includes("profile_label") &&
  (list.includes("profile") || profileCount === 1);
