/** Templates make a question from a seed. */
import { Draw, type Range } from "../draw.ts";
import type { Question, Script, Trap } from "../question.ts";
import type { RawProfile, Wire } from "../wire.ts";

export interface Template {
  readonly id: string;
  readonly trap?: Trap;
  make(draw: Draw, wire: Wire): Promise<Pick<Question, "text" | "truth" | "script">>;
}

/** Profiles whose numbers and names cause no trap of their own. */
export async function plainProfiles(wire: Wire, network: string): Promise<RawProfile[]> {
  const all = await wire.profiles(network);
  return all.filter(
    ({ name, insights_enabled }) =>
      insights_enabled !== false && /^[A-Za-z0-9 ]+$/.test(name) && !name.startsWith("Ignore"),
  );
}

/** The call that a script makes for metrics. The answer is the total of the first, unless the question names another cell. */
export const metricsCall = (
  network: string,
  metrics: readonly [string, ...string[]],
  range: Pick<Range, "start" | "end">,
  more: object = {},
): Pick<Script, "tool" | "input" | "pick"> => ({
  tool: "get_profile_metrics",
  input: { network, metrics, date_start: range.start, date_end: range.end, ...more },
  pick: { column: "total", row: metrics[0] },
});

export async function makeQuestion(
  template: Template,
  seed: number,
  wire: Wire,
): Promise<Question> {
  const { id, trap } = template;
  const made = await template.make(new Draw(seed, id), wire);
  return { id: `${id}#${seed}`, ...(trap === undefined ? {} : { trap }), ...made };
}
