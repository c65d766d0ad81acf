/** Keeps a server under full load for some minutes, and prints the growth of its memory and open files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { linearRegression } from "simple-statistics";
import { call, serve } from "./http.ts";

const [minutes = "10"] = process.argv.slice(2);
/** Share of the time that is not measured. */
const warmUp = 0.2;
const inFlight = 8;

interface Sample {
  readonly seconds: number;
  readonly megabytes: number;
  readonly handles: number;
}

const cli = join(import.meta.dirname, "../dist/cli.js");
const served = await serve([cli, "http", "--sandbox", "--port", "0"]);
const pid = served.child.pid ?? 0;
const started = performance.now();
const secondsNow = (): number => (performance.now() - started) / 1000;
const end = Number(minutes) * 60;

function sample(): Sample {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  const handles = readdirSync(`/proc/${pid}/fd`).length;
  return { seconds: secondsNow(), megabytes: (pages * 4096) / 1e6, handles };
}

/** Returns the growth of memory in megabytes per minute, by least squares. */
const slope = (samples: readonly Sample[]): number =>
  linearRegression(samples.map(({ seconds, megabytes }) => [seconds, megabytes])).m * 60;

let calls = 0;

/** Repeats a mix of calls: a metrics question, a piece of its result, a page of posts, the catalogue. */
async function work(): Promise<void> {
  for (let turn = 0; secondsNow() < end; turn += 1) {
    const period = turn % 2 === 0 ? "last_28_days" : "last_90_days";
    const text = await call(served, "get_profile_metrics", {
      network: "facebook",
      metrics: ["fans_change", "insights_reach"],
      period,
      dimensions: ["profile", "date.day"],
    });
    const [, result] = /result:\/\/(r\w{8})\.csv/.exec(text) ?? [];
    await call(served, "read_result", { result, top: 1 + (turn % 50), sort_by: "fans_change" });
    await call(served, "list_facebook_posts", { profiles: ["Acme US"], period });
    await call(served, "describe_metrics", { network: "tiktok" });
    calls += 4;
  }
}

const samples: Sample[] = [];
const sampling = setInterval(() => samples.push(sample()), 2000);
await Promise.all(Array.from({ length: inFlight }, work));
clearInterval(sampling);
await served.pool.destroy();
await new Promise((resolve) => setTimeout(resolve, 1000));
const last = sample();
served.child.kill();

const warm = samples.filter(({ seconds }) => seconds > end * warmUp);
const most = Math.max(...warm.map(({ handles }) => handles));
console.log(`${calls} calls in ${minutes} minutes, ${inFlight} in flight`);
console.log(
  `  memory after warm-up: ${warm[0]?.megabytes.toFixed(0)} MB to ${warm.at(-1)?.megabytes.toFixed(0)} MB, ${slope(warm).toFixed(2)} MB per minute`,
);
console.log(
  `  handles: ${warm[0]?.handles} after warm-up, at most ${most}, ${last.handles} after the client disconnected`,
);
