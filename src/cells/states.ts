/** The states of a number: missing, withheld, or a number that is shown. */

/** Stands for values that exist, but cannot be combined in this way. */
export const withheld = Number.POSITIVE_INFINITY;

export const isMissing = (value: number): boolean => Number.isNaN(value);
export const isWithheld = (value: number): boolean => value === withheld;
export const isNumber = (value: number): boolean => Number.isFinite(value);
