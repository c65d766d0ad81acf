/** No text of the API carries a secret to a reader: not in a reply, a CSV or the log, in whatever form and field. */
import { expect, test } from "vitest";
import { operations, type Operation } from "../../src/suite/api/endpoints.ts";
import { logTo } from "../../src/base/log/log.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { isText, placesIn, replaceAt } from "../helpers/leaves.ts";
import { isFull, isQuick } from "../helpers/repetitions.ts";
import { formsOf } from "../helpers/secret-forms.ts";
import { calls, readAll, spoilt } from "../helpers/spoilt.ts";

const pair = {
  SOCIAL_ANALYTICS_TOKEN: "canary-Token/1",
  SOCIAL_ANALYTICS_SECRET: "canary+Secret?2",
};
const tokens = ["canaryAccess_3~", "canaryRefresh.4", "canaryReplaced-5", "canaryClient=6"];
const secrets = [
  ...Object.values(pair),
  Object.values(pair).join(":"),
  ...tokens.map((text) => new Secret(text).reveal()),
];
const forms = secrets.flatMap(formsOf);

/** Every place gets every form once in as many rounds as there are forms; the usual run takes a sample of the rounds. */
const rounds = forms.map((_, round) => round);
const step = isFull ? 1 : isQuick ? 87 : 29;

/** Ids stay exact, because requests name them. */
const isId = (place: string): boolean => /(?:[._])ids?(?:\[\d*\])*$/.test(place);

/** A zero-width character, which the sanitiser removes, must not hide a secret from the redactor. */
const hidden = (form: string): string => `${form.slice(0, 3)}\u200B${form.slice(3)}`;

const leaksIn = (texts: readonly string[]): string[] => {
  const text = texts.join("\n").toLowerCase();
  return forms.filter((form) => text.includes(form.toLowerCase()));
};

/** Puts a form into every text at these places: another form at each place, and in each round. */
const planted =
  (places: readonly string[], round: number) =>
  (answer: unknown): unknown =>
    places.reduce(
      (spoiling, place, index) =>
        replaceAt(spoiling, place, (old) =>
          typeof old === "string"
            ? `${old} ${hidden(forms[(index + round) % forms.length] ?? "")}`
            : old,
        ),
      answer,
    );

/** Plants forms in the answers of an operation, calls its tools, and returns all texts that they show. */
async function textsWith(
  operation: Operation,
  places: readonly string[],
  round: number,
): Promise<{ readonly texts: readonly string[]; readonly isRead: boolean }> {
  const lines: string[] = [];
  const logger = logTo(
    (line) => lines.push(line),
    "debug",
    () => 0,
  );
  const spoil = planted(places, round);
  const connected = await spoilt({ operation, spoil }, { environment: pair, logger });
  const texts: string[] = [];
  for (const [tool, args] of calls[operation])
    texts.push(...(await readAll(connected, tool, args)));
  return { texts: [...texts, ...lines], isRead: !texts.some((text) => /^\w+: the API/.test(text)) };
}

test.each(operations)("%s: no field of its answers leaks a secret", async (operation) => {
  const seen: unknown[] = [];
  const genuine = await spoilt({ operation, spoil: (answer) => answer }, { seen });
  for (const [tool, args] of calls[operation]) await genuine.attempt(tool, args);
  // Nothing is planted in numbers and flags.
  const places = [...new Set(seen.flatMap((answer) => placesIn(answer, isText)))];
  /** Places where another text does not make the whole answer unreadable. */
  const tolerant: string[] = [];
  for (const [index, place] of places.filter((path) => !isId(path)).entries()) {
    const { texts, isRead } = await textsWith(operation, [place], index);
    expect({ place, leaks: leaksIn(texts) }).toEqual({ place, leaks: [] });
    if (isRead) tolerant.push(place);
  }
  let shown = 0;
  for (const round of rounds.filter((number) => number % step === operation.length % step)) {
    const { texts } = await textsWith(operation, tolerant, round);
    expect({ round, leaks: leaksIn(texts) }).toEqual({ round, leaks: [] });
    shown += texts.filter((text) => text.includes("[redacted]")).length;
  }
  expect(shown, "redacted text is shown").toBeGreaterThan(0);
});

test.each(operations)("%s: no error string leaks a secret", async (operation) => {
  /** Each form with one operation. */
  const usual = forms.filter((_, at) => at % operations.length === operations.indexOf(operation));
  for (const form of isFull ? forms : usual) {
    const errors = [{ code: 99, errors: [`You sent ${hidden(form)}`] }];
    const spoil = (): unknown => ({ success: false, errors });
    const connected = await spoilt({ operation, spoil }, { environment: pair });
    const [[tool, args] = ["", {}]] = calls[operation];
    const { text, isError } = await connected.failing(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain("[redacted]");
    expect(leaksIn([text])).toEqual([]);
  }
});

test("get_current_user hides fields whose names indicate a credential", async () => {
  const names = ["accessToken", "api_key", "Client-Secret", "to\u200Bken", "password", "sessionId"];
  const credentials = Object.fromEntries(names.map((name) => [name, "in-clear"]));
  const userInfo = { name: "Ada", ...credentials, auth: { cookie: "in-clear", scheme: "basic" } };
  const spoil = (): unknown => ({ success: true, userInfo });
  const { call } = await spoilt({ operation: "user", spoil });
  const { text } = await call("get_current_user");
  expect(text).toContain("name: Ada");
  expect(text).toContain("auth.scheme: basic");
  expect(text.match(/\(hidden\)/g)).toHaveLength(7);
  expect(text).not.toContain("in-clear");
});
