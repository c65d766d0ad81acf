/** A bad network, and an API that has bad days: right numbers or a clear error, never a hang, and the next call works. */
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { connect, type Called, type Calls, type Connected } from "../helpers/connect.ts";
import { testClock, type TestClock } from "../helpers/clock.ts";
import { faults, serveFaultProxy, type Fault, type FaultProxy } from "../helpers/fault-proxy.ts";
import { testNow } from "../helpers/in-memory.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { eventually } from "../helpers/waiting.ts";

const hour = 3_600_000;

interface Spoiled extends Calls {
  readonly proxy: FaultProxy;
  readonly clock: TestClock;
  /** An hour and a half goes by: whatever was closed is open again. */
  readonly later: () => void;
}

async function spoiled(): Promise<Spoiled> {
  let passed = 0;
  const now = (): number => testNow + passed;
  const sandbox = await serveSandbox({ now, profiles: 4 });
  onTestFinished(() => sandbox.close());
  const proxy = await serveFaultProxy(sandbox.baseUrl);
  const clock = testClock(now);
  const transport = { maxAnswerBytes: 1_000_000 };
  const connected = await connect({ baseUrl: proxy.baseUrl, clock, now, transport });
  return { ...connected, proxy, clock, later: () => (passed += 1.5 * hour) };
}

/** Another day each time, so that nothing is answered from what is kept. */
const questionOf = (turn: number): Record<string, unknown> => ({
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  date_start: `2026-0${1 + (turn % 9)}-01`,
  date_end: `2026-0${1 + (turn % 9)}-${String(2 + (Math.floor(turn / 9) % 26)).padStart(2, "0")}`,
  dimensions: ["profile", "date.day"],
});

const tableOf = ({ text }: Called): string => text.split("\n\n")[1] ?? "";

const secrets = /sandbox-secret|Basic [A-Za-z0-9+/=]{8}|c2FuZGJveC|Bearer/;

/** What is wrong with an answer; undefined for the right numbers, and for an error that says what to do. */
function problemOf(answer: Called, right: Called): string | undefined {
  if (secrets.test(answer.text)) return `a secret: ${answer.text}`;
  if (!answer.isError) {
    return tableOf(answer) === tableOf(right) ? undefined : `wrong numbers: ${answer.text}`;
  }
  return /^[a-z_]+: .+\n[A-Z].+\.$/s.test(answer.text)
    ? undefined
    : `no clear error: ${answer.text}`;
}

/** As an undisturbed server answers. */
async function reference(): Promise<Connected["call"]> {
  return (await connect({ profiles: 4, quotas: { account: 1e6, user: 1e6 } })).call;
}

test("after each kind of fault alone, the next call works", async () => {
  const right = await reference();
  const outcomes: Record<string, string> = {};
  let turn = 0;
  for (const [name, fault] of Object.entries(faults)) {
    const { proxy, call, attempt, later } = await spoiled();
    await call("list_profiles", { network: "facebook" });
    proxy.next(fault);
    const question = questionOf((turn += 1));
    const expected = await right("get_profile_metrics", question);
    const answer = await attempt("get_profile_metrics", question);
    expect(problemOf(answer, expected), `${name}: the answer`).toBeUndefined();
    outcomes[name] = answer.isError ? (answer.text.split(":")[0] ?? "") : "answered";
    expect(proxy.ahead(), `${name}: ahead`).toBe(0);

    later();
    const next = questionOf((turn += 1));
    const good = await call("get_profile_metrics", next);
    expect(good.isError, `after ${name}: ${good.text}`).toBe(false);
    expect(tableOf(good)).toBe(tableOf(await right("get_profile_metrics", next)));
  }
  expect(outcomes).toMatchSnapshot();
});

test("a fault that stays ends in an error, after as many tries as are worth it", async () => {
  for (const [name, fault, tries] of [
    ["a page", faults["a page"], 3],
    ["a reset before the answer", faults["a reset before the answer"], 3],
    ["code 99", faults["code 99"], 3],
    ["code 3", faults["code 3"], 1],
    ["a teapot", faults["a teapot"], 1],
    ["401", faults["401"], 1],
    ["a huge body", faults["a huge body"], 1],
    ["429 for long", faults["429 for long"], 1],
  ] as const) {
    const { proxy, failing, clock } = await spoiled();
    const many = Array.from({ length: 5 }, () => fault);
    proxy.next(...many);
    const answer = await failing("get_profile_metrics", {
      ...questionOf(1),
      metrics: ["fans_change"],
    });
    expect(answer.isError, `${name}: fails`).toBe(true);
    expect(many.length - proxy.ahead(), `${name}: tries`).toBe(tries);
    const pauses = clock.slept.map((pause) => Math.round(pause / 100));
    expect(pauses.length, `${name}: pauses`).toBe(tries - 1);
    expect(
      pauses.every((pause) => pause >= 2 && pause <= 8),
      `${name}: ${pauses.join()}`,
    ).toBe(true);
  }
});

const sequences = repetitions(3, 100);

test(`${sequences} sequences of ten faults: no number wrong, no secret shown, and then it works`, async () => {
  const right = await reference();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.entries<Fault>(faults)), { minLength: 10, maxLength: 10 }),
      async (chosen) => {
        const { proxy, call, attempt, later } = await spoiled();
        await call("list_profiles", { network: "facebook" });
        proxy.next(...chosen.map(([, fault]) => fault));
        let turn = 0;
        while (proxy.ahead() > 0) {
          const question = questionOf((turn += 1));
          const answer = await attempt("get_profile_metrics", question);
          const expected = await right("get_profile_metrics", question);
          expect(problemOf(answer, expected)).toBeUndefined();
          later();
        }
        const question = questionOf((turn += 1));
        const good = await call("get_profile_metrics", question);
        expect(tableOf(good)).toBe(tableOf(await right("get_profile_metrics", question)));
      },
    ),
    { numRuns: sequences, seed: 2026 },
  );
});

/** Never ends what it has begun. */
const stalls: Fault = (_whole, response) => void response.writeHead(200).write("{");

test("an API that stalls is waited for until the deadline, and what came before is kept", async () => {
  const { proxy, call, failing, clock } = await spoiled();
  const question = { ...questionOf(1), date_start: "2024-01-01", date_end: "2026-10-31" };
  proxy.next((answer, response) => void response.end(answer.body), stalls, stalls);
  let seen = 0;
  proxy.onRequest = (count) => (seen = count);
  const calling = failing("get_profile_metrics", question);
  await eventually(() => expect(seen).toBe(3));
  await eventually(() => expect(proxy.ahead()).toBe(0));
  clock.ring();
  const { text } = await calling;
  expect(text).toMatch(
    /^deadline_exceeded: the call was not finished within 50 seconds; 1 of 3 requests are answered and cached\nCall again: .* It continues from there\. 4 requests sent, at most 496 left this hour\.$/,
  );
  const again = await call("get_profile_metrics", question);
  expect(again.text).toContain(" 2 requests sent");
});

test("a moment without quota is waited for, and told of; a long one is not", async () => {
  const { proxy, call, failing, clock } = await spoiled();
  proxy.next(faults["429 for a moment"], faults["429 for a moment"]);
  expect((await call("get_profile_metrics", questionOf(1))).isError).toBe(false);
  expect(clock.slept.map((pause) => Math.round(pause / 1000))).toEqual([2, 2]);

  proxy.next(faults["429 for long"]);
  const refused = await failing("get_profile_metrics", questionOf(2));
  expect(refused.text).toMatch(/^rate_limited: .*\nCall again after 12:3\d UTC\.$/s);
  const next = await failing("get_profile_metrics", questionOf(3));
  expect(next.text).toMatch(/^rate_limited: /);
});

test("a host name that DNS does not know is reported", async () => {
  const { failing } = await connect({ baseUrl: "https://nowhere.invalid" });
  const { text } = await failing("get_current_user");
  expect(text).toMatch(/^upstream_failed: nowhere\.invalid cannot be found in DNS/);
});
