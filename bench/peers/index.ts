/** `npm run bench:peers`: this server beside those that generators make of an OpenAPI document, on one loopback API. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import {
  argumentsOf,
  environmentFor,
  metrics,
  serveCannedApi,
  serveStdio,
  speedOf,
  type Asked,
  type Server,
} from "../own-time.ts";
import { pageOf, type Measured } from "./page.ts";
import { completeness, full, wanted, type Wanted } from "./wanted.ts";
import { installGenerated, installOurs, installServer, type Installed } from "./install.ts";

const root = join(import.meta.dirname, "..");
const rounds = 3;
/** Calls of a round. */
const counts = [40, 100, 160] as const;

interface Contender extends Installed {
  /** Asks the API for the numbers of a question; returns the line of the reply. */
  readonly ask: (server: Server, asked: Wanted) => Promise<string>;
}

const textOf = (line: string): string => {
  const message: { result: { content: readonly { text?: string }[] } } = JSON.parse(line);
  return message.result.content.flatMap(({ text }) => text ?? []).join("\n");
};

/** Peak resident memory in megabytes (Linux). */
const memoryOf = ({ pid }: Server): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) /
  1000;

async function inNewProcess<T>(
  contender: Contender,
  origin: string,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const env = { ...(await environmentFor(origin)), API_BASE_URL: origin };
  const server = await serveStdio(contender.program(origin), env);
  try {
    return await work(server);
  } finally {
    await server.stop();
    rmSync(env.HOME, { recursive: true, force: true });
  }
}

async function contenders(scratch: string): Promise<Contender[]> {
  const document = join(scratch, "openapi.json");
  writeFileSync(document, readFileSync(join(root, "bench/peers/openapi.json")));
  const bare: Installed = {
    name: "bare pass-through on the same SDK",
    program: (origin) => [join(root, "dist-bench/pass-through.js"), origin],
    bytes: Number.NaN,
  };
  return [
    {
      ...bare,
      ask: (server, asked) => server.call("metrics", { body: JSON.stringify(full(asked)) }),
    },
    {
      ...installServer(scratch, document),
      ask: (server, asked) =>
        server.call("profile-metrics", { network: "facebook", ...full(asked) }),
    },
    {
      ...installGenerated(scratch, document),
      ask: (server, asked) =>
        server.call("profileMetrics", { network: "facebook", requestBody: full(asked) }),
    },
    {
      ...installOurs(root, scratch),
      ask: (server, asked) =>
        server.call("get_profile_metrics", { ...argumentsOf(asked), metrics: asked.metrics }),
    },
  ];
}

const answers = (contender: Contender, origin: string): Promise<Contender & Measured> =>
  inNewProcess(contender, origin, async (server) => {
    const texts: string[] = [];
    const complete: string[] = [];
    for (const one of wanted) {
      const text = textOf(await contender.ask(server, one.asked));
      texts.push(text);
      complete.push(await completeness(server, text, one));
    }
    const list: { result: { tools: unknown } } = JSON.parse(await server.list());
    return {
      ...contender,
      // Tokens of a text of megabytes are counted in parts.
      tokens: texts.map((text) =>
        (text.match(/[^]{1,50000}/g) ?? []).reduce((sum, one) => sum + countTokens(one), 0),
      ),
      complete,
      requests: texts.map((text) => Number(/(\d+) requests? sent/.exec(text)?.[1] ?? 1)),
      list: countTokens(JSON.stringify(list.result.tools)),
      memory: memoryOf(server),
      speeds: [],
    };
  });

const speedInNewProcess = (contender: Contender, origin: string) =>
  inNewProcess(contender, origin, async (server) => {
    const ask = (asked: Asked): Promise<string> => contender.ask(server, { ...asked, metrics });
    return { ...(await speedOf(ask, counts)), start: server.startMilliseconds };
  });

const { child: api, origin } = await serveCannedApi();
const scratch = mkdtempSync(join(tmpdir(), "peers-"));
const all: (Contender & Measured)[] = [];
for (const contender of await contenders(scratch)) all.push(await answers(contender, origin));
// The first round makes the API's answers, and does not count.
for (let round = 0; round <= rounds; round += 1) {
  for (const contender of all) {
    const speed = await speedInNewProcess(contender, origin);
    if (round > 0) contender.speeds.push(speed);
  }
}
api.kill();
rmSync(scratch, { recursive: true, force: true });

const page = pageOf(all, rounds);
writeFileSync(join(root, "bench/RESULTS.md"), page);
console.log(page);
