/** Each error code and status of the spec becomes its tool error. */
import { expect, test } from "vitest";
import { openEnvelope } from "../../src/suite/api/envelope.ts";
import { errorCodes } from "../catalog/spec/error-codes.ts";

const open = (status: number, body: unknown, headers: Record<string, string> = {}): unknown =>
  openEnvelope({ status, headers, text: typeof body === "string" ? body : JSON.stringify(body) });

const failure = (...errors: { code: number; errors: string[] }[]): object => ({
  success: false,
  errors,
});

test.each(errorCodes.map(({ code, toolError, status }) => [code, toolError, status] as const))(
  "code %i becomes %s",
  (code, toolError, status) => {
    const body = failure({ code, errors: ["General message", "detail 42"] });
    expect(() => open(status, body)).toThrow(
      expect.objectContaining({
        code: toolError,
        message: expect.stringMatching(
          new RegExp(`^${toolError}: .*"General message", "detail 42"\n.+`),
        ),
      }),
    );
  },
);

test.each([
  [400, "invalid_input"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not_found"],
  [405, "method_not_allowed"],
  [429, "rate_limited"],
  [500, "upstream_failed"],
])("status %i with HTML becomes %s", (status, code) => {
  expect(() => open(status, "<html></html>")).toThrow(expect.objectContaining({ code }));
});

test.each([
  [502, "the API answered with status 502"],
  [302, "the API answered with a redirect (status 302), which is not followed"],
])("status %i, which the spec does not list, is named in the error", (status, problem) => {
  expect(() => open(status, { success: true })).toThrow(`upstream_failed: ${problem}`);
});

test("a code that the spec does not list becomes an unknown error", () => {
  expect(() => open(200, failure({ code: 12, errors: [] }))).toThrow(
    /^unknown_upstream_error: .*code 12/,
  );
});

test("the first of several errors decides the code, and all are quoted", () => {
  const body = failure(
    { code: 5, errors: ["Not allowed", "p1"] },
    { code: 4, errors: ["Too many"] },
  );
  expect(() => open(200, body)).toThrow(/^profiles_not_allowed: .*"Not allowed", "p1", "Too many"/);
});

test("the API's strings are quoted on one line, without invisible characters", () => {
  const body = failure({ code: 99, errors: ['line\nbreak \u202Eevil\u200B "quoted"'] });
  expect(() => open(200, body)).toThrow('"line break evil \\"quoted\\""');
});

test("the next step states the wait from Retry-After", () => {
  expect(() => open(429, "", { "retry-after": "600" })).toThrow("Call again in 10 min.");
});

test("unknown and absent fields are accepted", () => {
  expect(open(200, { data: [], more: { x: 1 } })).toEqual({ data: [], more: { x: 1 } });
});

test("status 429 is a spent quota whatever the body says, and other 4xx errors are final", () => {
  const odd = failure({ code: 99, errors: ["busy"] });
  expect(() => open(429, odd, { "retry-after": "7" })).toThrow(
    expect.objectContaining({ code: "rate_limited", waitSeconds: 7, isFinal: false }),
  );
  expect(() => open(422, failure({ code: 422, errors: [] }))).toThrow(
    expect.objectContaining({ code: "unknown_upstream_error", isFinal: true }),
  );
});
