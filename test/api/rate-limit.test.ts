import fc from "fast-check";
import { expect, test } from "vitest";
import { rateLimitOf, retryAfterOf } from "../../src/suite/api/rate-limit.ts";
import { repetitions } from "../helpers/repetitions.ts";

const limits = "500, 500;window=3600, 1000;window=3600";

test.each([
  [{ "x-ratelimit-limit": limits }, { limit: 500, windowSeconds: 3600 }],
  [{ "x-ratelimit-limit": "500" }, { limit: 500, windowSeconds: 3600 }],
  [{ "x-ratelimit-limit": "10, 10;window=60" }, { limit: 10, windowSeconds: 60 }],
  [{ "x-ratelimit-limit": "5, 5;window=60, 900; window=7200" }, { windowSeconds: 7200 }],
  [{ "x-ratelimit-limit": "5, 5;window=999999999" }, { windowSeconds: 86_400 }],
  [{ "x-ratelimit-limit": "many, x;window=y" }, { limit: undefined, windowSeconds: 3600 }],
  [{ "x-ratelimit-limit": "0" }, { limit: undefined }],
  [
    { "x-ratelimit-remaining": "7", "x-ratelimit-reset": "30" },
    { remaining: 7, resetSeconds: 30 },
  ],
  [{ "x-ratelimit-reset": "86399" }, { resetSeconds: 3600 }],
  [
    { "x-ratelimit-limit": "5, 5;window=7200", "x-ratelimit-reset": "7000" },
    { resetSeconds: 7000 },
  ],
  [
    { "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "soon" },
    { remaining: undefined, resetSeconds: undefined },
  ],
  [{ "x-ratelimit-reset": "2.5" }, { resetSeconds: 3 }],
  [
    { "x-ratelimit-reset": "1795176003", date: "Fri, 20 Nov 2026 12:00:00 GMT" },
    { resetSeconds: 3 },
  ],
  [
    { "x-ratelimit-reset": "Fri, 20 Nov 2026 12:00:07 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" },
    { resetSeconds: 7 },
  ],
  [
    { "x-ratelimit-reset": ["2", "5"], "x-ratelimit-remaining": "4, 3" },
    { resetSeconds: 5, remaining: 3 },
  ],
  [{}, { limit: undefined, remaining: undefined, resetSeconds: undefined, windowSeconds: 3600 }],
])("reads %j", (headers, expected) => {
  expect(rateLimitOf(headers)).toMatchObject(expected);
});

test.each([
  [{ "retry-after": "30" }, 30],
  [{ "retry-after": "86399" }, 3600],
  [{ "retry-after": "86399", "x-ratelimit-limit": "5, 5;window=7200" }, 7200],
  [{ "retry-after": "Fri, 20 Nov 2026 12:01:00 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" }, 60],
  [{ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" }, 0],
  [{ "retry-after": ["10", "30"] }, 30],
  [{ "retry-after": "10, soon, 20" }, 20],
  [{ "retry-after": "30", "x-ratelimit-reset": "50" }, 30],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("waits as %j says, at most a window", (headers, expected) => {
  expect(retryAfterOf(headers)).toBe(expected);
});

const now = Date.parse("2026-11-20T12:00:00Z");
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The ways to write a time, each with what it means for a clock that says `now`. */
const dateForms: readonly ((time: Date) => string)[] = [
  (time) => time.toUTCString(),
  (time) => time.toUTCString().replace("GMT", "UTC"),
  (time) => {
    const [, day, month, year, clock] = time.toUTCString().split(" ");
    return `${weekdays[time.getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${clock} GMT`;
  },
  (time) => {
    const [weekday = "", day, month, year, clock] = time.toUTCString().split(" ");
    return `${weekday.slice(0, 3)} ${month} ${day?.replace(/^0/, " ")} ${clock} ${year}`;
  },
  (time) => time.toISOString(),
  (time) => time.toISOString().replace(".000Z", "+00:00"),
  (time) => time.toISOString().replace(/\.\d+Z/, ""),
  (time) => String(time.getTime() / 1000),
  (time) => String(time.getTime()),
];

const seconds = fc.integer({ min: 0, max: 3600 });
const wait = fc.oneof(
  seconds.map((count) => ({ kind: "whole", text: String(count), expected: count })),
  fc.tuple(seconds, fc.integer({ min: 1, max: 999 })).map(([count, fraction]) => ({
    kind: "fraction",
    text: `${count}.${String(fraction).padStart(3, "0")}`,
    expected: count + 1,
  })),
  fc.tuple(seconds, fc.constantFrom(...dateForms)).map(([count, form]) => ({
    kind: "date",
    text: form(new Date(now + count * 1000)),
    expected: count,
  })),
  fc.tuple(seconds, fc.constantFrom(...dateForms)).map(([count, form]) => ({
    kind: "past",
    text: form(new Date(now - (count + 1) * 1000)),
    expected: 0,
  })),
  fc
    .constantFrom(
      "2s",
      "-5",
      "soon",
      "",
      "1e3",
      "Fri",
      "0x10",
      "+7",
      "NaN",
      "Infinity",
      "1 2",
      "null",
    )
    .map((text) => ({ kind: "unreadable", text, expected: undefined })),
);

test("whole and fractional seconds, and dates in every form, in one header or several", () => {
  const drawn = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.array(wait, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (waits, isJoined, hasDate) => {
        for (const { kind } of waits) drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
        const texts = waits.map(({ text }) => text);
        const readable = waits.flatMap(({ expected }) => expected ?? []);
        const header = isJoined ? texts.join(", ") : texts;
        // The clock of the API is ten minutes behind: its dates are compared with its own.
        const sent = hasDate ? { date: new Date(now).toUTCString() } : {};
        const here = hasDate ? now + 600_000 : now;
        const expected = readable.length === 0 ? undefined : Math.min(Math.max(...readable), 3600);
        expect(retryAfterOf({ "retry-after": header, ...sent }, here)).toBe(expected);
      },
    ),
    { numRuns: repetitions(500, 20_000) },
  );
  for (const kind of ["whole", "fraction", "date", "past", "unreadable"])
    expect([kind, drawn.get(kind)]).toEqual([kind, expect.any(Number)]);
});
