/** An idle session needs little memory. */
import { expect, test } from "vitest";
import { httpLimits } from "../../src/catalog/limits.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { bytesInUse } from "../helpers/memory.ts";
import { openSession, serveTools } from "../helpers/http.ts";

test("an idle session needs less than 100 KB", async () => {
  const callers = ["ada", "ben", "cleo", "dan"].slice(0, repetitions(1, 4));
  const { url } = await serveTools({ callers });
  const open = async (): Promise<void> => {
    for (const name of callers) {
      for (let count = 0; count < httpLimits.sessionsPerCaller; count += 1) {
        await openSession(url, name);
      }
    }
  };
  await open();
  const full = bytesInUse();
  await open();
  const replaced = bytesInUse();
  expect(replaced - full, "replaced sessions are freed").toBeLessThan(2 * 1024 * 1024);

  const more = callers.map((name) => `other-${name}`);
  const second = await serveTools({ callers: more });
  await openSession(second.url, more[0]);
  const before = bytesInUse();
  const measured = repetitions(15, httpLimits.sessionsPerCaller);
  let opened = 0;
  for (const name of more) {
    for (let count = opened === 0 ? 1 : 0; count < measured; count += 1) {
      await openSession(second.url, name);
      opened += 1;
    }
  }
  const each = (bytesInUse() - before) / opened / 1024;
  expect(each, "KB per session").toBeLessThan(100);
  expect(each, "KB per session").toBeGreaterThan(1);
});
