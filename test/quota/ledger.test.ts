import { expect, test } from "vitest";
import { Ledger } from "../../src/quota/ledger.ts";

const hour = 3_600_000;

test("counts the requests of the last hour", () => {
  let now = 0;
  const ledger = new Ledger(() => now);
  ledger.spend();
  now = hour / 2;
  ledger.spend();
  expect(ledger.left()).toEqual({ requests: 498, told: false });
  now = hour;
  expect(ledger.left()).toEqual({ requests: 499, told: false });
});

test("believes the API's headers, until their window has passed", () => {
  let now = 0;
  const ledger = new Ledger(() => now);
  ledger.spend();
  ledger.learn({
    status: 200,
    headers: { "x-ratelimit-remaining": "42", "x-ratelimit-reset": "60" },
    text: "",
  });
  expect(ledger.left()).toEqual({ requests: 42, told: true });
  now = 60_000;
  expect(ledger.left()).toEqual({ requests: 499, told: false });
});
