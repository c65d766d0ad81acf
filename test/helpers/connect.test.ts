import { expect, test } from "vitest";
import { withoutIds } from "./connect.ts";

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
