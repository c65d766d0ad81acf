/** Worlds of pages that begin, end, pause, lose days, and grow; and one in which a single value is missing. */
import fc from "fast-check";
import type { Numbers } from "../../src/sandbox/numbers.ts";

/** The course of a page: it begins, ends, pauses, loses single days, grows. */
export const page = fc.record({
  from: fc.constantFrom("", "", "", "2026-09-20", "2026-10-05"),
  to: fc.constantFrom("9999", "9999", "9999", "2026-10-18"),
  pause: fc.constantFrom("", "", "", "2026-10-02", "2026-09-10"),
  lost: fc.constantFrom(0, 0, 0, 0.03, 0.1),
  size: fc.constantFrom(10, 100, 100, 100, 50_000),
  growth: fc.constantFrom(0.6, 0.98, 1, 1, 1.02, 1.5),
});
export type Page = typeof page extends fc.Arbitrary<infer Course> ? Course : never;

/** A number from 0 to 1 that is always the same. */
function noise(text: string): number {
  let hash = 2166136261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  return ((hash >>> 0) % 10_000) / 10_000;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** @param hole a page and a day that has no value. */
export const worldOf =
  (pages: readonly Page[], hole?: { readonly index: number; readonly day: string }): Numbers =>
  ({ index }, metric, day) => {
    const { from, to, pause, lost, size, growth } = pages[index % pages.length]!;
    if (hole?.index === index && hole.day === day) return null;
    if (day < from || day > to) return null;
    if (pause !== "" && day >= pause && day < dayAfter(pause, 12)) return null;
    if (noise(`lost ${index} ${day}`) < lost) return null;
    const value = size * (0.8 + 0.4 * noise(`${index} ${metric} ${day}`));
    if (metric === "fans_change") return Math.round(value - size);
    if (metric.endsWith("lifetime")) return Math.round(size * 100 + value);
    return Math.round(value * (day >= "2026-10" ? growth : 1));
  };
