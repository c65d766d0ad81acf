/** Work that several callers need at the same time runs once, and each caller can give up alone. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { SingleFlight } from "../../src/base/async/single-flight.ts";

const never = new AbortController().signal;

interface Attempt {
  readonly signal: AbortSignal;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

/** Work that the test ends by hand. */
function manualWork(): {
  readonly attempts: Attempt[];
  readonly work: (signal: AbortSignal) => Promise<string>;
} {
  const attempts: Attempt[] = [];
  const work = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => attempts.push({ signal, resolve, reject }));
  return { attempts, work };
}

test("callers of one key share one run; another key runs on its own", async () => {
  const flights = new SingleFlight<string>();
  const { attempts, work } = manualWork();
  const answers = ["a", "a", "b"].map((key) => flights.run(key, never, work));
  expect(attempts.length).toBe(2);
  attempts[0]?.resolve("first");
  attempts[1]?.resolve("second");
  expect(await Promise.all(answers)).toEqual(["first", "first", "second"]);
});

test("finished work is not shared with later callers", async () => {
  const flights = new SingleFlight<string>();
  expect(await flights.run("a", never, async () => "first")).toBe("first");
  expect(await flights.run("a", never, async () => "second")).toBe("second");
});

test("a caller that gives up leaves at once, and the work goes on for the others", async () => {
  const flights = new SingleFlight<string>();
  const { attempts, work } = manualWork();
  const leaving = new AbortController();
  const starter = flights.run("a", leaving.signal, work);
  const joined = flights.run("a", never, work);
  leaving.abort(new Error("gave up"));
  await expect(starter).rejects.toThrow("gave up");
  expect(attempts[0]?.signal.aborted).toBe(false);
  attempts[0]?.resolve("answer");
  expect(await joined).toBe("answer");
  expect(attempts.length).toBe(1);
});

test("when the last caller has given up, the work is aborted and nobody joins it any more", async () => {
  const flights = new SingleFlight<string>();
  const { attempts, work } = manualWork();
  const [firstCaller, lastCaller] = [new AbortController(), new AbortController()];
  const both = [firstCaller, lastCaller].map(({ signal }) => flights.run("a", signal, work));
  firstCaller.abort(new Error("first reason"));
  await expect(both[0]).rejects.toThrow("first reason");
  lastCaller.abort(new Error("last reason"));
  await expect(both[1]).rejects.toThrow("last reason");
  expect(attempts[0]?.signal.reason).toEqual(new Error("last reason"));
  const next = flights.run("a", never, work);
  attempts[0]?.reject(new Error("aborted work ends later"));
  attempts[1]?.resolve("again");
  expect(await next).toBe("again");
});

test("the signal of finished work is not aborted", async () => {
  const flights = new SingleFlight<string>();
  const { attempts, work } = manualWork();
  const answer = flights.run("a", never, work);
  attempts[0]?.resolve("answer");
  await answer;
  expect(attempts[0]?.signal.aborted).toBe(false);
});

test("the starter gets the failure; those who joined run the work once more, together", async () => {
  const flights = new SingleFlight<string>();
  const { attempts, work } = manualWork();
  const starter = flights.run("a", never, work);
  const joined = [1, 2].map(() => flights.run("a", never, work));
  attempts[0]?.reject(new Error("deadline of the starter"));
  await expect(starter).rejects.toThrow("deadline of the starter");
  await setImmediate();
  attempts[1]?.resolve("answer");
  expect(await Promise.all(joined)).toEqual(["answer", "answer"]);
  expect(attempts.length).toBe(2);
});

test("work that fails for everyone ends in a failure for everyone", async () => {
  const flights = new SingleFlight<string>();
  let runs = 0;
  const fail = async (): Promise<string> => {
    runs += 1;
    throw new Error(`failure ${runs}`);
  };
  const settled = await Promise.allSettled([1, 2, 3].map(() => flights.run("a", never, fail)));
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(runs).toBe(3);
});

test("a caller that has given up already starts nothing", async () => {
  const { attempts, work } = manualWork();
  const gone = AbortSignal.abort(new Error("gone"));
  await expect(new SingleFlight<string>().run("a", gone, work)).rejects.toThrow("gone");
  expect(attempts).toEqual([]);
});
