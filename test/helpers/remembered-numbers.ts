/** The sandbox's own numbers, each made once in a thread: many tests ask for the same days of the same profiles. */
import { indexOf } from "../../src/sandbox/calendar.ts";
import { plausibleNumbers, type Numbers } from "../../src/sandbox/numbers.ts";

const daysEach = 128;
/** Of 1 KiB each. */
const mostBlocks = 50_000;
/** What stands for a missing number; one that was not made yet is NaN. */
const missing = Number.NEGATIVE_INFINITY;

/** Numbers by network, metric and breakdown, then in blocks of days of a profile. */
let known = new Map<string, Map<string, Map<string, Map<number, Float64Array>>>>();
let blockCount = 0;

function inner<Key, Inner>(map: Map<Key, Inner>, key: Key, make: () => Inner): Inner {
  const entry = map.get(key);
  if (entry !== undefined) return entry;
  const newEntry = make();
  map.set(key, newEntry);
  return newEntry;
}

const newMap = <Key, Value>(): Map<Key, Value> => new Map();

function newBlock(): Float64Array {
  blockCount += 1;
  return new Float64Array(daysEach).fill(Number.NaN);
}

export const rememberedNumbers: Numbers = (profile, metric, day, breakdown) => {
  if (blockCount > mostBlocks) [known, blockCount] = [new Map(), 0];
  const byMetric = inner(
    known,
    profile.network,
    newMap<string, Map<string, Map<number, Float64Array>>>,
  );
  const byBreakdown = inner(byMetric, metric, newMap<string, Map<number, Float64Array>>);
  const blocks = inner(byBreakdown, breakdown ?? "", newMap<number, Float64Array>);
  const place = indexOf(day);
  const block = inner(blocks, profile.index * 1024 + Math.floor(place / daysEach), newBlock);
  const at = place % daysEach;
  const number = block[at] ?? Number.NaN;
  if (!Number.isNaN(number)) return number === missing ? null : number;
  const newNumber = plausibleNumbers(profile, metric, day, breakdown);
  block[at] = newNumber ?? missing;
  return newNumber;
};
