/** A process with a limit of memory, as a container has, where this machine lets a test set one. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { orUndefined } from "../../src/base/errors/or-undefined.ts";

const root = "/sys/fs/cgroup";
/** Version 1 of control groups has a tree for memory alone. */
const [tree, file] = existsSync(join(root, "memory"))
  ? [join(root, "memory"), "memory.limit_in_bytes"]
  : [root, "memory.max"];

/** Ends the process when it takes more. Returns false where control groups cannot be used. */
export function limitMemory(pid: number, bytes: number): boolean {
  const group = join(tree, `social-analytics-test-${pid}`);
  const isLimited = orUndefined(() => {
    mkdirSync(group);
    writeFileSync(join(group, file), String(bytes));
    writeFileSync(join(group, "cgroup.procs"), String(pid));
    return true;
  });
  // A group can be removed once its process has ended.
  onTestFinished(() => orUndefined(() => rmdirSync(group)));
  return isLimited ?? false;
}

/** The most memory that a process has had so far, in bytes; undefined where /proc does not tell. */
export function peakMemory(pid: number): number | undefined {
  const status = orUndefined(() => readFileSync(`/proc/${pid}/status`, "utf8"));
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? "") ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** The CPU time of a process so far, of all its threads, in seconds; undefined where /proc does not tell. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const [, fields = ""] = /\) (.*)/.exec(stat ?? "") ?? [];
  // The 14th and 15th fields, in ticks of 10 ms.
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return user === undefined || system === undefined ? undefined : (user + system) / 100;
}
