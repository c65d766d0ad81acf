/** How commands report failures and defects, in process. */
import { beforeEach, expect, test, vi } from "vitest";
import { orFailure } from "../../src/command/commands/call.ts";
import { UsageError } from "../../src/command/terminal/flags.ts";
import { print } from "../../src/command/terminal/output.ts";
import { printFailure } from "../../src/command/terminal/report.ts";
import { internalError, inputError, ToolError } from "../../src/base/errors/tool-error.ts";

const written = { stdout: "", stderr: "" };

beforeEach(() => {
  const { exitCode } = process;
  for (const name of ["stdout", "stderr"] as const) {
    written[name] = "";
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  }
  return () => {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  };
});

const defect = new TypeError("the invariant is broken", { cause: new Error("its cause") });

test("call prints a defect as internal_error, and its cause with the stack on stderr", async () => {
  await orFailure(() => Promise.reject(defect), print);
  expect(written.stdout).toMatch(
    /^internal_error: this server failed internally\nReport this defect\.\n$/,
  );
  expect(written.stderr).toMatch(/^TypeError: the invariant is broken\n +at /);
  expect(written.stderr).toMatch(/\nCause: Error: its cause\n +at /);
  expect(process.exitCode).toBe(1);
});

test("call prints the cause of an internal_error too", async () => {
  await orFailure(() => Promise.reject(internalError("a cell is missing", defect)), print);
  expect(written.stdout).toMatch(/^internal_error: a cell is missing\n/);
  expect(written.stderr).toMatch(/\nCause: TypeError: the invariant is broken\n +at /);
});

test("call prints a tool error on stdout only", async () => {
  await orFailure(() => Promise.reject(inputError("metrics: empty")), print);
  expect(written).toEqual({ stdout: expect.stringMatching(/^invalid_input: metrics/), stderr: "" });
});

test("a failure of another command is addressed to the user, with a stack for a defect", () => {
  printFailure(new ToolError("not_logged_in", "no login"), "status");
  expect(written.stderr).toMatch(/^not_logged_in: no login\nRun .* login, or set/);
  expect(written.stderr).not.toContain("    at ");
  expect(process.exitCode).toBe(1);
  printFailure(defect, "status");
  expect(written.stderr).toMatch(
    /\ninternal_error: .*\nReport this defect\.\nTypeError: .*\n +at /,
  );
  expect(written.stdout).toBe("");
});

test("call and the other commands give the same advice, in words for a person", async () => {
  const failure = new ToolError("unknown_upstream_error", "code 99");
  const next = "Try again. If that fails too, report the message to the operator of the API.";
  const text = `unknown_upstream_error: code 99\n${next}\n`;
  await orFailure(() => Promise.reject(failure), print);
  expect(written).toEqual({ stdout: text, stderr: "" });
  written.stdout = "";
  printFailure(failure, "status");
  expect(written.stderr).toBe(text);
  printFailure(failure, "status", true);
  expect(JSON.parse(written.stdout)).toMatchObject({ error: { advice: next } });
});

test("a program gets every failure as JSON on stdout", () => {
  printFailure(defect, "status", true);
  expect(JSON.parse(written.stdout)).toMatchObject({ error: { code: "internal_error" } });
  expect(written.stderr).toMatch(/^TypeError: /);
  written.stdout = "";
  printFailure(new UsageError("login takes --base-url URL"), "login", true);
  expect(JSON.parse(written.stdout)).toMatchObject({
    error: {
      code: "usage",
      message: "login takes --base-url URL",
      advice: expect.stringContaining(" login --help "),
    },
  });
  expect(process.exitCode).toBe(2);
});
