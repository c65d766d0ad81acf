/** Advice on errors: what a model reads, and what a person reads at a terminal. */
import { expect, test } from "vitest";
import { toolErrors, type ToolErrorCode } from "../../src/catalog/error-codes.ts";
import { callAgain, tellUser, ToolError } from "../../src/base/errors/tool-error.ts";
import { unfinishedError } from "../../src/answers/replies/unfinished.ts";

const isCode = (name: string): name is ToolErrorCode => Object.hasOwn(toolErrors, name);
const codes = Object.keys(toolErrors).filter(isCode);

test.each(codes)("the default advice on %s addresses its reader", (code) => {
  const { advice, message } = new ToolError(code, "a problem");
  expect(message).toBe(`${code}: a problem\n${advice.forModel}`);
  const forUser = advice.forUser("node cli.js");
  expect(forUser).toMatch(/^[A-Z].*\.$/);
  expect(forUser).not.toMatch(/\bthe user\b|social-analytics-mcp/i);
});

test("a model passes on what only a person can do, with the name of the program", () => {
  const advice = tellUser`Run ${{ command: "login" }}, or set ${"VARIABLE"}. Then try again.`;
  expect(advice.forModel).toBe(
    "Tell the user: run social-analytics-mcp login, or set VARIABLE. Then try again.",
  );
  expect(advice.forUser("node cli.js")).toBe(
    "Run node cli.js login, or set VARIABLE. Then try again.",
  );
});

test("a model calls again, and a person tries again", () => {
  const advice = callAgain("in 2 min.");
  expect([advice.forModel, advice.forUser("")]).toEqual([
    "Call again in 2 min.",
    "Try again in 2 min.",
  ]);
});

test("the progress of a call is added to the advice for each reader", () => {
  const error = new ToolError("upstream_failed", "no answer", {
    forModel: "Retry once.",
    forUser: (program) => `Run ${program} again.`,
  });
  const progress = { done: 2, total: 3, isFresh: false, spent: ["2 requests sent."] };
  const unfinished = unfinishedError(error, progress);
  if (!(unfinished instanceof ToolError)) throw unfinished;
  const added = "It continues from there. 2 requests sent.";
  expect(unfinished.advice.forModel).toBe(`Retry once. ${added}`);
  expect(unfinished.advice.forUser("it")).toBe(`Run it again. ${added}`);
});

test("the time of a retry stays with an error that has progress", () => {
  const retryAt = Date.parse("2026-11-20T13:00:00Z");
  const error = new ToolError("user_quota_exhausted", "no requests are left", undefined, {
    retryAt,
  });
  const unfinished = unfinishedError(error, { done: 2, total: 5, isFresh: false, spent: [] });
  expect(unfinished).toMatchObject({ code: "user_quota_exhausted", retryAt });
});
