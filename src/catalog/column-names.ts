/** Names that columns and rows of tables have: no metric and no ratio can have them. */
import { dimensions } from "./dimensions.ts";

/** The numbers of a row of a comparison besides that of the metric itself, in the order of its CSV. */
export const comparedNumbers = ["previous", "change", "change_percent", "contribution"] as const;

/** Those of the same profiles in both ranges, of rows that can hold several. */
export const sameNumbers = ["same", "same_previous", "same_change", "same_change_percent"] as const;

/** Shares of both ranges, their difference, and the part of a row in the change. */
export const comparedShareNumbers = ["share", "previous_share", "points", "change_share"] as const;

/** The numbers of a row besides that of a metric itself. */
export const numberNames = [...comparedNumbers, ...sameNumbers, "coverage"] as const;

const otherNames: readonly string[] = [...numberNames, "value", "name", "profile_name", "profiles"];

/** True for dimensions, grains of time, numbers of a row, and the codes of a legend. */
export const isColumnName = (name: string): boolean =>
  otherNames.includes(name) ||
  dimensions.some((type) => type === name || type === `date.${name}`) ||
  /^([A-Z]|s\d+)$/.test(name);
