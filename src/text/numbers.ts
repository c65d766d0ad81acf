/** How numbers are written in answers. */

/** What stands for a missing number: never 0, never empty. */
const missing = "–";

/** Integers exact, others to at most 4 decimals. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return missing;
  if (Number.isInteger(value)) return String(value + 0);
  const text = value.toFixed(4);
  // What rounds to nothing keeps its zeros, so that it is not read as an exact 0.
  return Number(text) === 0 ? text : text.replace(/\.?0+$/, "");
}

/** `+4.1%`; missing where there is nothing to compare with. */
export function formatChange(share: number): string {
  if (!Number.isFinite(share)) return missing;
  const percent = (share * 100).toFixed(1).replace(/\.0$/, "");
  return share > 0 ? `+${percent}%` : `${percent}%`;
}
