/** Counts the round trips of a question: requests go out together, and all that are under way are answered together. */
import { camelKeys } from "../../src/server/mcp/input.ts";
import { getProfileMetrics } from "../../tools/get-profile-metrics.ts";
import type { Transport } from "../../src/suite/api/transport.ts";
import type { ReplyServices } from "../../src/answers/replies/services.ts";
import { servicesOver } from "./timed-answer.ts";
import { sandboxApi } from "./sandbox-api.ts";

type Question = Readonly<Record<string, unknown>>;
/** The number of requests of each round trip. */
type Wave = readonly number[];

/** Turns of the event loop after which no further request of the same wave is expected. */
const idleTurns = 200;

/** A machine whose API answers when all requests that are under way have arrived. */
class WaveMachine {
  readonly #services: ReplyServices;
  #waiting: (() => void)[] = [];
  #waves: number[] = [];

  constructor(profiles = 250) {
    const api = sandboxApi(profiles);
    const transport: Transport = async (message) => {
      await this.#wave();
      return api(message);
    };
    this.#services = servicesOver(transport);
  }

  async ask(question: Question): Promise<Wave> {
    this.#waves = [];
    const input = camelKeys(getProfileMetrics.input().parse({ network: "facebook", ...question }));
    await getProfileMetrics.run(input, this.#services, await getProfileMetrics.load?.());
    return this.#waves;
  }

  #wave(): Promise<void> {
    const isFirst = this.#waiting.length === 0;
    const answered = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (isFirst) void this.#release();
    return answered;
  }

  async #release(): Promise<void> {
    for (let count = 0, turns = 0; turns < idleTurns; turns += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (this.#waiting.length > count) [count, turns] = [this.#waiting.length, 0];
    }
    const released = this.#waiting;
    this.#waiting = [];
    this.#waves.push(released.length);
    for (const answer of released) answer();
  }
}

/** The waves of the first question of a machine, and of another one, whose lists, sizes and weeks are known. */
export async function wavesOf(question: Question): Promise<Record<"first" | "next", Wave>> {
  const machine = new WaveMachine();
  const baseQuestion = { metrics: ["insights_views"], ...question };
  const of = (month: string): Promise<Wave> =>
    machine.ask({ ...baseQuestion, date_start: `${month}-01`, date_end: `${month}-28` });
  return { first: await of("2026-10"), next: await of("2026-07") };
}
