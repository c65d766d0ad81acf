/** The digits that numbers of replies have (replies.md, Numbers), stated apart from the server. */
import assert from "node:assert/strict";

/** Decimals of a number that is not a count, by the size of the number. */
function decimalsFor(number: number): number {
  const size = Math.abs(number);
  if (size >= 1000) return 0;
  if (size >= 100) return 1;
  if (size >= 10) return 2;
  if (size >= 1 || size === 0) return 3;
  return 3 - Math.floor(Math.log10(size));
}

const decimalsIn = (text: string): number => text.split(".")[1]?.length ?? 0;

/**
 * Counts are exact. Other numbers are within half a unit of their last digit, with no digits more.
 * @param sizedBy the number that decides on the digits: a change has those of the number now.
 */
export function assertDigits(text: string, exact: number, where: string, sizedBy = exact): void {
  const shown = Number(text.replace(/^~/, ""));
  const error = Math.abs(exact) * 1e-11;
  if (Number.isInteger(exact) && !text.startsWith("~")) {
    assert(Math.abs(shown - exact) <= error, `${text} is not ${exact}: ${where}`);
    assert.equal(decimalsIn(text), 0, `${text} is a count: ${where}`);
    return;
  }
  const decimals = decimalsFor(sizedBy);
  // A rounded number at an edge can be of the next size.
  const most = Math.max(
    decimals,
    decimalsFor(sizedBy * (1 + 1e-9)),
    decimalsFor(sizedBy * (1 - 1e-9)),
  );
  assert(decimalsIn(text) <= most, `${text} has more digits than ${exact} needs: ${where}`);
  assert(
    Math.abs(shown - exact) <= 0.5 * 10 ** -decimals + error,
    `${text} is not ${exact}: ${where}`,
  );
  assert(!/\.\d*0$/.test(text), `${text} ends with a zero: ${where}`);
}

/** Percent changes have one decimal; `~0` is a change that rounds to zero. */
export function assertPercent(text: string, exact: number, where: string): void {
  const figure = text.replace(/%$/, "");
  const shown = Number(figure.replace(/^~/, ""));
  assert(Math.abs(shown - exact) <= 0.05 + 1e-9, `${text} is not ${exact}: ${where}`);
  assert(decimalsIn(figure) <= 1, `${text} has one decimal: ${where}`);
  assert.equal(figure.startsWith("+"), shown > 0, `the sign of ${text}: ${where}`);
  const isNone = Math.abs(exact) < 1e-12;
  if (shown === 0 && !isNone) assert.equal(figure, "~0", where);
}

/** Shares have one decimal from 10 on, and two digits below. */
export function assertShare(text: string, exact: number, where: string): void {
  const size = Math.abs(exact);
  const decimals = size >= 10 || size === 0 ? 1 : 1 - Math.floor(Math.log10(size));
  const error = 0.5 * 10 ** -decimals + size * 1e-11;
  assert(Math.abs(Number(text) - exact) <= error, `${text} is not ${exact}: ${where}`);
  assert(decimalsIn(text) <= decimals, `${text} has more digits than ${exact} needs: ${where}`);
}
