import { expect, test } from "vitest";
import { connect, withoutIds } from "./connect.ts";
import { runCall } from "./program.ts";

test.each([
  ["result://rAbCd2345.csv", "result://rRESULTID.csv"],
  ["result://rAbCd2345.part-1.csv to part-3.csv", "result://rRESULTID.part-1.csv to part-3.csv"],
  ['no result "rAbCd2345"', 'no result "rAbCd2345"'],
])("a result id is replaced where a reply writes one: %s", (text, expected) => {
  expect(withoutIds(text)).toBe(expected);
});

test("words that look like a result id are not replaced", () => {
  const text = "url|interactions|reactions|comments, recipient replicate; by reactions rendering";
  expect(withoutIds(text)).toBe(text);
});

test("a tool error that is not expected fails a test, and so does one that is not there", async () => {
  const { call, failing, attempt } = await connect();
  const good = { network: "tiktok" };
  const bad = { network: "myspace" };
  await expect(call("describe_metrics", bad)).rejects.toThrow("invalid_input: network must not be");
  await expect(failing("describe_metrics", good)).rejects.toThrow("no tool error");
  expect((await call("describe_metrics", good)).isError).toBe(false);
  expect((await failing("describe_metrics", bad)).isError).toBe(true);
  expect((await attempt("describe_metrics", good)).isError).toBe(false);
  expect((await attempt("describe_metrics", bad)).isError).toBe(true);
  const words = ["describe_metrics", JSON.stringify(bad)];
  await expect(runCall(words)).rejects.toThrow("invalid_input: network must not be");
});
