import { expect, test } from "vitest";
import { rateLimitOf, retryAfterOf } from "../../src/api/rate-limit.ts";

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
  [{}, { limit: undefined, remaining: undefined, resetSeconds: undefined, windowSeconds: 3600 }],
])("reads %j", (headers, expected) => {
  expect(rateLimitOf(headers)).toMatchObject(expected);
});

test.each([
  [{ "retry-after": "30" }, 30],
  [{ "retry-after": "86399" }, 3600],
  [{ "retry-after": "86399", "x-ratelimit-limit": "5, 5;window=7200" }, 7200],
  [{ "retry-after": "Fri, 20 Nov 2026 12:01:00 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" }, 60],
  [
    { "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" },
    undefined,
  ],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("waits as %j says, at most a window", (headers, expected) => {
  expect(retryAfterOf(headers)).toBe(expected);
});
