/** The field that names the profile of a LinkedIn post is looked for by a request for one post. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { profileList, serveFakeApi, type FakeApi } from "../helpers/fake-api.ts";
import { testNow } from "../helpers/in-memory.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";

interface Machine extends FakeApi {
  readonly start: () => Promise<Connected>;
  readonly pass: (hours: number) => void;
}

/** Processes, one after the other, of a machine whose API has these posts. */
async function machineWith(posts: readonly object[]): Promise<Machine> {
  let passed = 0;
  const now = (): number => testNow + passed;
  const api = await serveFakeApi({ profiles: profileList(2), posts: { data: { posts } } });
  const notes = memoryBlobCache(now);
  return {
    ...api,
    start: () => connect({ baseUrl: api.baseUrl, now, notes }),
    pass: (hours) => (passed += hours * 3_600_000),
  };
}

const question = { date_start: "2026-10-05", date_end: "2026-10-11", fields: ["likes"] };

/** The number of requests for one post that were sent by a call. */
async function looks({ requests }: FakeApi, { call }: Connected): Promise<number> {
  const before = requests("posts").length;
  await call("list_linkedin_posts", question);
  const sent = requests("posts").slice(before);
  return sent.filter(({ body }) => body["limit"] === 1).length;
}

test("a post without such a field is looked at once a day, also after a restart", async () => {
  const machine = await machineWith([{ id: "1", created_time: "2026-10-05T10:00:00Z", likes: 3 }]);
  const first = await machine.start();
  expect(await looks(machine, first)).toBe(1);
  machine.pass(12);
  expect(await looks(machine, first)).toBe(0);
  expect(await looks(machine, await machine.start())).toBe(0);
  machine.pass(12);
  expect(await looks(machine, await machine.start())).toBe(1);
});

test("no posts prove nothing: the next call looks again", async () => {
  const machine = await machineWith([]);
  expect(await looks(machine, await machine.start())).toBe(1);
  machine.pass(1);
  expect(await looks(machine, await machine.start())).toBe(1);
});
