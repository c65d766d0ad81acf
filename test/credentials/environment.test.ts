import { expect, test } from "vitest";
import { credentialsFrom } from "../../src/credentials/environment.ts";

const base = { SOCIAL_ANALYTICS_BASE_URL: "https://api.example.com" };

test("Basic is base64 of token and secret", () => {
  const { authorization } = credentialsFrom({
    ...base,
    SOCIAL_ANALYTICS_TOKEN: "tok+en",
    SOCIAL_ANALYTICS_SECRET: "se/cret",
  });
  expect(authorization()).toBe(`Basic ${btoa("tok+en:se/cret")}`);
});

test("an access token is sent as Bearer", () => {
  const { authorization } = credentialsFrom({ ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: "abc" });
  expect(authorization()).toBe("Bearer abc");
});

test.each([
  [{}, "SOCIAL_ANALYTICS_BASE_URL is not set"],
  [base, "SOCIAL_ANALYTICS_TOKEN and SOCIAL_ANALYTICS_SECRET are not set"],
  [{ ...base, SOCIAL_ANALYTICS_TOKEN: "t" }, "SOCIAL_ANALYTICS_SECRET is not set"],
  [
    { ...base, SOCIAL_ANALYTICS_TOKEN: " ", SOCIAL_ANALYTICS_SECRET: "s" },
    "SOCIAL_ANALYTICS_TOKEN is not set",
  ],
])("names what is not set: %j", (environment, problem) => {
  expect(() => credentialsFrom(environment)).toThrow(`not_logged_in: ${problem}`);
});

test("refuses what no header can carry, without showing it", () => {
  const environment = { ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: "abc\u0007def" };
  expect(() => credentialsFrom(environment)).toThrow(
    /^invalid_input: SOCIAL_ANALYTICS_ACCESS_TOKEN holds a character/,
  );
  expect(() => credentialsFrom(environment)).not.toThrow(/abc/);
});
