/** Of several errors in one answer, the gravest decides, wherever it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError, openEnvelope } from "../../src/suite/api/envelope.ts";
import { apiErrors } from "../../src/catalog/error-codes.ts";
import { repetitions } from "../helpers/repetitions.ts";

function rejection(codes: readonly number[], status = 200, headers = {}): ApiError {
  const errors = codes.map((code) => ({ code, errors: [`code ${code}`] }));
  try {
    openEnvelope({ status, headers, text: JSON.stringify({ success: false, errors }) });
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("there was no error");
}

const toolErrorOf = (code: number | undefined): string | undefined =>
  apiErrors.find((row) => row.code === code)?.toolError;

test("a spent quota decides, then what no other request would change, else the first", () => {
  const listed = apiErrors.map(({ code }) => code);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...listed), { minLength: 1, maxLength: 4 }),
      (codes) => {
        const grave = [10, 11, 401, 403, 14, 3, 400].find((code) => codes.includes(code));
        const error = rejection(codes);
        expect(error.code).toBe(toolErrorOf(grave ?? codes[0]));
        for (const code of codes) expect(error.problem).toContain(`"code ${code}"`);
      },
    ),
    { numRuns: repetitions(300, 5000) },
  );
});

test.each([
  [[3, 10], 200, "account_quota_exhausted"],
  [[3, 11], 429, "user_quota_exhausted"],
  [[3], 429, "rate_limited"],
  [[], 429, "rate_limited"],
  [[4, 99], 200, "limit_exceeded"],
] as const)("codes %j with status %i are %s", (codes, status, expected) => {
  expect(rejection(codes, status).code).toBe(expected);
});

test.each([
  [{ "retry-after": "0.5" }, 1],
  [{ "x-ratelimit-reset": "2.5" }, 3],
  [{ "retry-after": "7", "x-ratelimit-reset": "60" }, 7],
  [{ "retry-after": "2s", "x-ratelimit-reset": "60" }, 60],
  [{ "retry-after": "2s" }, undefined],
  [{}, undefined],
])("a rejection for the quota with %j asks for a wait of %s seconds", (headers, seconds) => {
  expect(rejection([], 429, headers).waitSeconds).toBe(seconds);
});

test.each([
  [503, { "retry-after": "20" }, 20],
  [502, {}, undefined],
  [404, { "retry-after": "20" }, 20],
])("status %i with %j", (status, headers, seconds) => {
  expect(rejection([], status, headers).waitSeconds).toBe(seconds);
});

test("a wait is no advice for what does not pass", () => {
  const headers = { "retry-after": "120" };
  for (const [code, status] of [
    [401, 401],
    [403, 403],
    [3, 200],
  ] as const)
    expect(rejection([code], status, headers).message).not.toContain("2 min");
  expect(rejection([99], 200, headers).message).toContain("Call again in 2 min.");
});
