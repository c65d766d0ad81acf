/** The states of a number: missing, withheld, or a number that is shown. */

/** Stands for values that exist, but cannot be combined in this way. */
export const withheld = Number.POSITIVE_INFINITY;

export const isMissing = (value: number): boolean => Number.isNaN(value);
export const isWithheld = (value: number): boolean => value === withheld;
export const isNumber = (value: number | undefined): boolean => Number.isFinite(value);
/** The number of a row or day that a table need not have. */
export const orMissing = (value: number | undefined): number => value ?? Number.NaN;
