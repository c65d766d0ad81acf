/** Without `--hostile`, no name and no text of the sandbox attacks its reader, and what people see can be asked for. */
import { expect, test } from "vitest";
import * as z from "zod";
import { users } from "../../src/sandbox/account.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";

const attacks =
  /[=+@-](?:SUM|HYPERLINK|\d\+)|all previous|<script|assistant:|System:|result:\/\/|[\u202A-\u202E\u2066-\u2069\u200B\uFFFE]|\t|\|/;
const [{ token, secret }] = users;
const authorization = `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`;

const listed = z.object({ profiles: z.array(z.object({ id: z.string() })) });

const answersOf = (isBelievable: boolean): string => {
  const sandbox = new Sandbox({ isBelievable, profiles: 14, now: () => Date.parse("2026-11-20") });
  const ask = (method: string, path: string, body: object = {}): string =>
    sandbox.handle({ method, path, authorization, body: JSON.stringify(body) }).body;
  const { profiles } = listed.parse(JSON.parse(ask("GET", "/3/facebook/profiles")));
  return [
    ...["profiles", "labels"].map(() => ask("GET", "/3/facebook/profiles")),
    ...["/3/profile/labels", "/3/post/labels", "/3/listening/queries"].map((path) =>
      ask("GET", path),
    ),
    ask("POST", "/2/facebook/page/posts", {
      profiles: profiles.slice(0, 10).map(({ id }) => id),
      date_start: "2026-10-01",
      date_end: "2026-11-19",
      fields: ["id", "message"],
      limit: 100,
    }),
  ].join("\n");
};

test("answers have no attack, unless it is asked for", () => {
  const [people, tests] = [answersOf(true), answersOf(false)];
  expect(people.length).toBeGreaterThan(10_000);
  expect(
    people.replaceAll(/\\u[\da-f]{4}/gi, (code) =>
      String.fromCodePoint(Number.parseInt(code.slice(2), 16)),
    ),
  ).not.toMatch(attacks);
  expect(tests).toMatch(attacks);
  expect(people).toContain("Back in stock: the magnet.");
});
