import { expect, test } from "vitest";
import { environmentCredentials } from "../../src/suite/credentials/environment.ts";
import { readPassphrase, type Environment } from "../../src/suite/credentials/settings.ts";

const base = { SOCIAL_ANALYTICS_BASE_URL: "https://api.example.com" };

const headerFrom = async (environment: Environment): Promise<string | undefined> =>
  (await environmentCredentials(environment)?.authorization.header())?.reveal();

test("Basic is base64 of token and secret", async () => {
  const header = await headerFrom({
    ...base,
    SOCIAL_ANALYTICS_TOKEN: "tok+en",
    SOCIAL_ANALYTICS_SECRET: "se/cret",
  });
  expect(header).toBe(`Basic ${btoa("tok+en:se/cret")}`);
});

test("an access token is sent as Bearer", async () => {
  expect(await headerFrom({ ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: "abc" })).toBe("Bearer abc");
});

test("a base URL alone is not a credential", () => {
  expect(environmentCredentials(base)).toBeUndefined();
});

test.each([
  [{ SOCIAL_ANALYTICS_TOKEN: "t", SOCIAL_ANALYTICS_SECRET: "s" }, "SOCIAL_ANALYTICS_BASE_URL"],
  [{ ...base, SOCIAL_ANALYTICS_TOKEN: "t" }, "SOCIAL_ANALYTICS_SECRET"],
  [
    { ...base, SOCIAL_ANALYTICS_TOKEN: " ", SOCIAL_ANALYTICS_SECRET: "s" },
    "SOCIAL_ANALYTICS_TOKEN",
  ],
])("a missing variable is named if others are set: %j", (environment, name) => {
  expect(() => environmentCredentials(environment)).toThrow(
    `not_logged_in: ${name} is not set, although other credentials`,
  );
});

test("an access token cannot be combined with token and secret", () => {
  const both = {
    ...base,
    SOCIAL_ANALYTICS_ACCESS_TOKEN: "a",
    SOCIAL_ANALYTICS_TOKEN: "t",
    SOCIAL_ANALYTICS_SECRET: "s",
  };
  expect(() => environmentCredentials(both)).toThrow(
    /^invalid_input: SOCIAL_ANALYTICS_ACCESS_TOKEN is set beside .*\nTell the user: unset one or the other\.$/,
  );
  const { SOCIAL_ANALYTICS_TOKEN: _, ...withSecret } = both;
  const { SOCIAL_ANALYTICS_SECRET: __, ...withToken } = both;
  for (const half of [withSecret, withToken])
    expect(() => environmentCredentials(half)).toThrow("is set beside");
});

test.each(["${TOKEN}", "Bearer ${TOKEN}", "${user_config.token}", "{{token}}", "%TOKEN%"])(
  "a placeholder of the host is named: %s",
  (placeholder) => {
    const environment = { ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: placeholder };
    expect(() => environmentCredentials(environment)).toThrow(
      `not_logged_in: SOCIAL_ANALYTICS_ACCESS_TOKEN is still a placeholder (${placeholder.replace("Bearer ", "")})`,
    );
  },
);

test("a value that the host encrypted is named, but not shown", () => {
  const environment = { ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: "__encrypted__:djEwYWJj" };
  expect(() => environmentCredentials(environment)).toThrow(
    /still a placeholder \(__encrypted__:\)/,
  );
  expect(() => environmentCredentials(environment)).not.toThrow(/djEw/);
});

test("a placeholder is recognised within an address, but not within a secret", async () => {
  const address = { ...base, SOCIAL_ANALYTICS_BASE_URL: "https://${HOST}/api" };
  const secret = { SOCIAL_ANALYTICS_TOKEN: "t", SOCIAL_ANALYTICS_SECRET: "real${X}secret" };
  expect(() => environmentCredentials({ ...address, ...secret })).toThrow(
    "SOCIAL_ANALYTICS_BASE_URL is still a placeholder (${HOST})",
  );
  expect(await headerFrom({ ...base, ...secret })).toBe(`Basic ${btoa("t:real${X}secret")}`);
});

test("a blank passphrase is rejected", () => {
  for (const blank of ["", "  "]) {
    expect(() => readPassphrase({ SOCIAL_ANALYTICS_PASSPHRASE: blank })).toThrow(
      /^invalid_input: SOCIAL_ANALYTICS_PASSPHRASE is set, but empty/,
    );
  }
  expect(readPassphrase({ SOCIAL_ANALYTICS_PASSPHRASE: " open sesame" })?.reveal()).toBe(
    " open sesame",
  );
  expect(readPassphrase({})).toBeUndefined();
});

test("a value that does not fit into a header is rejected without being shown", () => {
  const environment = { ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: "abc\u0007def" };
  expect(() => environmentCredentials(environment)).toThrow(
    /^invalid_input: SOCIAL_ANALYTICS_ACCESS_TOKEN contains a character/,
  );
  expect(() => environmentCredentials(environment)).not.toThrow(/abc/);
});

test("each error says what to do", () => {
  const token = (value: string): Environment => ({ ...base, SOCIAL_ANALYTICS_ACCESS_TOKEN: value });
  expect(() => environmentCredentials(token("{{ my token }}"))).toThrow(
    /^not_logged_in: SOCIAL_ANALYTICS_ACCESS_TOKEN is still a placeholder: the host did not insert the value\nTell the user: enter the value in the host's settings, or remove the variable\.$/,
  );
  expect(() => environmentCredentials(token("é"))).toThrow(
    /^invalid_input: SOCIAL_ANALYTICS_ACCESS_TOKEN contains a character that credentials cannot contain\nTell the user: set it again\.$/,
  );
  expect(() => environmentCredentials({ ...base, SOCIAL_ANALYTICS_TOKEN: "t" })).toThrow(
    /\nTell the user: set it too, or unset the others and run social-analytics-mcp login\.$/,
  );
  expect(() => readPassphrase({ SOCIAL_ANALYTICS_PASSPHRASE: " " })).toThrow(
    /^invalid_input: SOCIAL_ANALYTICS_PASSPHRASE is set, but empty\nTell the user: set it, or unset it to leave the file unencrypted\.$/,
  );
});
