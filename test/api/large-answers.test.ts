/** Answers that are being read count against the memory of the process, and wait for each other. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { parseBaseUrl } from "../../src/suite/api/base-url.ts";
import { httpTransport } from "../../src/suite/api/transport.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { never } from "../helpers/in-memory.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { repetitions } from "../helpers/repetitions.ts";

const MiB = 1024 * 1024;
/** In MiB. */
const each = repetitions(5, 20);
const bound = 6.4 * each * MiB;

test(`eight answers of ${each} MB at once stay within the bound, and all arrive`, async () => {
  const body = JSON.stringify({ text: "x".repeat(each * MiB - 20) });
  const baseUrl = await serveLocally((_, response) => response.end(body));
  let most = 0;
  /** Notes the most memory after each growth. */
  class NotedBudget extends MemoryBudget {
    override lease(): ReturnType<MemoryBudget["lease"]> {
      const lease = super.lease();
      return {
        ...lease,
        grow: async (bytes, signal) => {
          await lease.grow(bytes, signal);
          most = Math.max(most, this.used);
        },
      };
    }
  }
  const memory = new NotedBudget(bound);
  const send = httpTransport(parseBaseUrl(baseUrl), { memory });
  const lengths = Array.from({ length: 8 }, async () => {
    const authorization = new Secret("Basic of-this-test");
    const message = { method: "GET", path: "/", authorization, signal: never } as const;
    const { text, release } = await send(message);
    // Others go on while this one is parsed.
    await nextTurn();
    release?.();
    return text.length;
  });
  const sizes = await Promise.all(lengths);
  expect(sizes).toEqual(Array.from({ length: 8 }, () => body.length));
  // One answer takes twice its bytes: without the bound, eight would take 16 times its size.
  expect(most).toBeGreaterThan(3 * each * MiB);
  expect(most).toBeLessThanOrEqual(bound);
  expect(memory.used).toBe(0);
}, 60_000);
