/** What a call costs along an axis of size: CPU time of this process without the API, and the bytes of its answer. */
import { finish } from "../../src/base/async/work.ts";
import type { ToolCaller } from "../../src/command/compose/tool-caller.ts";
import type { Transport } from "../../src/suite/api/transport.ts";
import { noLog } from "../../src/base/log/log.ts";
import { callTool } from "../../src/server/mcp/call.ts";
import { replyText } from "../../src/answers/replies/layout.ts";
import { structuredReply } from "../../src/server/mcp/structured.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { tools } from "../../tools/index.ts";
import { servicesOver, type LocalApi } from "./timed-answer.ts";

/** Calls of tools in this process, over an API whose time does not count. */
export class LocalCalls {
  /** Milliseconds that the API took. */
  spent = 0;
  readonly services: ReturnType<typeof servicesOver>;

  constructor(api: LocalApi) {
    const transport: Transport = async (message) => {
      const begun = performance.now();
      const answer = api(message);
      this.spent += performance.now() - begun;
      return answer;
    };
    this.services = servicesOver(transport);
  }

  /** Returns the id of the result, and the bytes of the answer: of its text, or of its structured content. */
  async call(
    name: string,
    args: object,
    isStructured = false,
  ): Promise<{ readonly id: string; readonly bytes: number }> {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return this.caller(tool, args, (reply) => ({
      id: reply.result?.id ?? "",
      bytes: isStructured
        ? JSON.stringify(finish(structuredReply(reply))).length
        : replyText(reply.content).length,
    }));
  }

  readonly caller: ToolCaller = (tool, args, deliver) => {
    const parts = { services: this.services, deadline: { clock: systemClock, seconds: 600 } };
    const context = {
      signal: new AbortController().signal,
      log: noLog,
      onProgress: () => {},
      onWait: () => {},
    };
    return callTool(tool, args, parts, context, deliver);
  };
}

/** A size of an axis, ready to be asked again and again. */
interface Prepared {
  readonly calls: LocalCalls;
  readonly ask: (round: number) => Promise<{ readonly bytes: number }>;
}

export interface Axis {
  readonly name: string;
  readonly sizes: readonly number[];
  /** The answer grows with the size, and the cost with it at most; else neither grows. */
  readonly grows: boolean;
  readonly prepare: (size: number) => Promise<Prepared>;
}

export interface Cost {
  readonly size: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** CPU milliseconds of this process since it began. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The least of some rounds: what else the process does, such as collecting garbage, is in the others. */
const rounds = 5;

export async function costsOf({ prepare, sizes }: Axis): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const size of sizes) {
    const { calls, ask } = await prepare(size);
    // The first call compiles.
    let { bytes } = await ask(0);
    let milliseconds = Infinity;
    for (let round = 1; round <= rounds; round += 1) {
      const [begun, before] = [used(), calls.spent];
      ({ bytes } = await ask(round));
      milliseconds = Math.min(
        milliseconds,
        Math.max(0.01, used() - begun - (calls.spent - before)),
      );
    }
    costs.push({ size, milliseconds, bytes });
  }
  return costs;
}

/** The slope of the cost over the size on logarithmic scales: 1 is in proportion, 0 is none. */
export function exponentOf(costs: readonly Cost[]): number {
  const points = costs.map(({ size, milliseconds }) => [Math.log(size), Math.log(milliseconds)]);
  const meanAt = (place: number): number =>
    points.reduce((sum, point) => sum + (point[place] ?? 0), 0) / points.length;
  const [meanX, meanY] = [meanAt(0), meanAt(1)];
  const [over, squares] = [
    points.reduce((sum, [x = 0, y = 0]) => sum + (x - meanX) * (y - meanY), 0),
    points.reduce((sum, [x = 0]) => sum + (x - meanX) ** 2, 0),
  ];
  return over / squares;
}
