/** The results as a page. */
import { cpus, totalmem } from "node:os";
import { mediansOf } from "../medians.ts";

/** Milliseconds of a call and of the start, and calls per second. */
type Speed = Readonly<Record<"milliseconds" | "start" | "perSecond", number>>;

export interface Measured {
  readonly name: string;
  readonly bytes: number;
  readonly tokens: readonly number[];
  readonly complete: readonly string[];
  readonly requests: readonly number[];
  readonly list: number;
  readonly memory: number;
  readonly speeds: Speed[];
}

const thousands = (number: number): string => Math.round(number).toLocaleString("en-US");
const times = (number: number, beside = Number.NaN): string => `${(number / beside).toFixed(2)} ×`;
const header = [
  "server",
  "tokens of Q1 / Q2 / Q3",
  "cells in the reply",
  "requests",
  "tokens of tools/list",
  "a call of Q1",
  "calls a second, 16 at once",
  "start",
  "peak memory",
  "installed",
];

/** @param all the first is what the others are compared with. */
export function pageOf(all: readonly Measured[], rounds: number): string {
  const figures = all.map(({ speeds, ...one }) => ({ ...one, ...mediansOf(speeds) }));
  const [first] = figures;
  const rows = figures.map((one) => {
    const { name, bytes, tokens, complete, requests, list, memory } = one;
    const { milliseconds, perSecond, start } = one;
    return [
      name,
      tokens.map(thousands).join(" / "),
      complete.join(" / "),
      requests.join(" / "),
      thousands(list),
      `${milliseconds.toFixed(2)} ms, ${times(milliseconds, first?.milliseconds)}`,
      `${thousands(perSecond)}, ${times(perSecond, first?.perSecond)}`,
      `${thousands(start)} ms, ${times(start, first?.start)}`,
      `${thousands(memory)} MB, ${times(memory, first?.memory)}`,
      Number.isNaN(bytes) ? "" : `${(bytes / 1e6).toFixed(1)} MB`,
    ];
  });
  const table = [header, header.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
  const [cpu] = cpus();
  return `# Results beside other servers

Written by \`npm run bench:peers\` on ${new Date().toISOString().slice(0, 10)}: Node.js ${process.versions.node}, ${cpus().length} cores (${cpu?.model ?? "unknown"}), ${Math.round(totalmem() / 1e9)} GB.

All servers ask the same API on the loopback interface, in one run. Q1 is 5 profiles × 30 days × 4 metrics, Q2 20 × 90 × 6, Q3 100 × 365 × 25. Figures are medians of ${rounds} interleaved rounds with new processes; ratios are to the first row. A call of Q1 is one that no cache can answer. The other servers return what the API sends, and leave splitting, merging, quotas and gaps to the model.

${table}
`;
}
