import { expect, test } from "vitest";
import { withoutIds } from "./connect.ts";

test.each([
  ["result rAbCd2345 · result://rAbCd2345.csv", "result rRESULTID · result://rRESULTID.csv"],
  ["read_result rAbCd2345 gives any piece", "read_result rRESULTID gives any piece"],
  ["A piece of result rAbCd2345; no request", "A piece of result rRESULTID; no request"],
  ['no result "rAbCd2345"', 'no result "rAbCd2345"'],
])("a result id is replaced where a reply writes one: %s", (text, expected) => {
  expect(withoutIds(text)).toBe(expected);
});

test("words that look like a result id are not replaced", () => {
  const text = "url|interactions|reactions|comments, recipient replicate; by reactions rendering";
  expect(withoutIds(text)).toBe(text);
});
