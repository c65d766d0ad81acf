/** `check-api --record` writes what the API answers without what it tells of the account, and `sandbox --replay` answers it. */
import { expect, test } from "vitest";
import { checkApi } from "../../src/api-check/check.ts";
import { Recorder } from "../../src/api-check/recorder.ts";
import { briefly } from "../../src/connection/call-context.ts";
import { Account } from "../../src/sandbox/account.ts";
import { remembered } from "../../src/sandbox/hash.ts";
import { readRecording, type Recording } from "../../src/sandbox/recording.ts";
import { toDay } from "../../src/time/days.ts";
import { connect, type ConnectOptions } from "../helpers/connect.ts";
import { testNow } from "../helpers/in-memory.ts";
import { repetitions } from "../helpers/repetitions.ts";

const recordedOn = toDay(new Date(testNow).toISOString().slice(0, 10));

const profileCount = repetitions(8, 12);

/** Checks an API, and returns what was found and recorded. */
async function checked(options: ConnectOptions) {
  const { connection } = await connect({ profiles: profileCount, ...options });
  const recorder = new Recorder();
  const { findings } = await checkApi(connection, briefly(60), {
    network: "facebook",
    seed: 1,
    recorder,
  });
  const text = JSON.stringify(recorder.recording(recordedOn));
  const states = Object.fromEntries(findings.map(({ id, state, found }) => [id, { state, found }]));
  return { states, text, recording: readRecording(text) };
}

const daysLater =
  (days: number): (() => number) =>
  () =>
    testNow + days * 86_400_000;

const checkedOnce = remembered(() => checked({ differ: ["leading_zeros"], historyMonths: 30 }));

test.each([0, 1, 40, 400])(
  "%i days later, the recording answers every question of the check",
  async (days) => {
    const { states, recording } = await checkedOnce("differing");
    const replayed = await checked({ replay: recording, now: daysLater(days) });
    for (const id of ["rows", "leading_zeros", "post_order", "sizes", "error_codes"])
      expect([id, replayed.states[id]?.state]).toEqual([id, states[id]?.state]);
    expect(replayed.states["history"]?.found).toMatch(/^answers days from \d{4}-\d\d-\d\d on$/);
    expect(replayed.states["sizes"]).toEqual(states["sizes"]);
  },
);

test("a recording has no id, name, text or number of the account", async () => {
  const { text, recording } = await checked({});
  const profiles = [...new Account(profileCount).profiles("facebook").values()];
  expect(profiles.length).toBe(profileCount);
  const found = profiles.filter(({ id, name }) => text.includes(`"${id}"`) || text.includes(name));
  expect(found).toEqual([]);
  const numbers = new Set(numbersOf(recording.exchanges.map(({ answer }) => answer)));
  expect([...numbers].filter((number) => ![0, 1000, 1000.5, 3, 5, 6].includes(number))).toEqual([]);
});

/** All numbers within a value. */
function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

test("a recording has the names of rows, the sizes and the times of the answers", async () => {
  const { recording } = await checked({});
  const text = JSON.stringify(recording);
  expect(text).toContain(`"type":"date.day","rows":["`);
  expect(text).toContain(`"type":"metric","rows":["fans_lifetime"`);
  for (const { bytes, milliseconds } of recording.exchanges) {
    expect(bytes).toBeGreaterThan(10);
    expect(milliseconds).toBeGreaterThanOrEqual(0);
  }
});

test("what was not recorded is an error that says so", async () => {
  const recording: Recording = { recording: 1, day: recordedOn, exchanges: [] };
  const { failing } = await connect({ replay: recording });
  const { text } = await failing("list_profiles", { network: "facebook" });
  expect(text).toContain("the recording has no such question");
});
