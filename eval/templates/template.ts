/** Templates make a question from a seed. */
import type { Cell } from "../combine.ts";
import { Draw, type Range } from "../draw.ts";
import type { Question, Script, Trap } from "../question.ts";
import type { RawPost, RawProfile, Wire } from "../wire.ts";

type Made = Pick<Question, "text" | "truth" | "script">;

export interface Template {
  readonly id: string;
  readonly trap?: Trap;
  make(draw: Draw, wire: Wire): Promise<Made>;
}

const hasInsights = ({ insights_enabled }: RawProfile): boolean => insights_enabled !== false;

/** Profiles whose numbers and names cause no trap of their own. */
const isPlain = (profile: RawProfile): boolean =>
  hasInsights(profile) && /^(?!Ignore)[A-Za-z0-9 ]+$/.test(profile.name);

export const plainProfiles = async (wire: Wire, network: string): Promise<RawProfile[]> =>
  (await wire.profiles(network)).filter(isPlain);

type Profiles = readonly RawProfile[];

export const onePlain = (profiles: Profiles, draw: Draw): Profiles => [
  draw.choice(profiles.filter(isPlain)),
];

export const firstPlain =
  (count: number) =>
  (profiles: Profiles): Profiles =>
    profiles.filter(isPlain).slice(0, count);

/** All profiles with insights. */
export const withInsights = {
  choose: (profiles: Profiles): Profiles => profiles.filter(hasInsights),
  input: { skip_unavailable: true },
};

type Metrics = readonly [string, ...string[]];

interface Head extends Omit<Template, "make"> {
  /** One plain profile (default). */
  readonly choose?: typeof onePlain;
  /** The arguments that choose them; their names (default). */
  readonly input?: object;
  /** A month (default). */
  readonly rangeOf?: (draw: Draw) => Range;
}

interface About extends Head {
  /** One of these is drawn, if there are several. */
  readonly network: string | readonly string[];
  readonly metrics: Metrics;
  /** What texts call the first metric. */
  readonly words?: string;
}

/** What a question is about. */
async function factsOf(about: About, draw: Draw, wire: Wire) {
  const { choose = onePlain, rangeOf = () => draw.month(), metrics, words } = about;
  const network = typeof about.network === "string" ? about.network : draw.choice(about.network);
  const profiles = choose(await wire.profiles(network), draw);
  const range = rangeOf(draw);
  const ids = profiles.map(({ id }) => id);
  /** The values that exist; of the first metric (default). */
  const cells = (metric: string = metrics[0], days = range): Promise<Cell[]> =>
    wire.cells(network, metric, ids, days);
  return {
    network,
    metrics,
    words,
    profiles,
    range,
    /** The first profile. */
    who: `the ${network} profile "${profiles[0]?.name}"`,
    names: profiles.map(({ name }) => `"${name}"`),
    input: about.input ?? { profiles: profiles.map(({ name }) => name) },
    cells,
    values: async (...parameters: Parameters<typeof cells>) =>
      (await cells(...parameters)).map(({ value }) => value),
    posts: () => wire.posts(ids, range),
  };
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

/** What is asked, and what sets its script apart. */
interface Asked extends Omit<Made, "script">, Partial<Script> {
  /** Arguments of the call besides the profiles and the range. */
  readonly more?: object;
}

type Ask = (facts: Facts, draw: Draw) => Asked | Promise<Asked>;

const asking = (about: About, ask: Ask, callOf: (facts: Facts) => Script): Template => ({
  ...about,
  async make(draw, wire) {
    const facts = await factsOf(about, draw, wire);
    const { text, truth, more, ...script } = await ask(facts, draw);
    const call = callOf(facts);
    return { text, truth, script: { ...call, input: { ...call.input, ...more }, ...script } };
  },
});

/** A question about metrics of profiles in a range. */
export const aboutMetrics = (about: About, ask: Ask): Template =>
  asking(about, ask, ({ network, metrics, range, input }) =>
    metricsCall(network, metrics, range, input),
  );

/** Also has the posts. */
type AskOfPosts = (facts: Facts & { readonly feed: readonly RawPost[] }, draw: Draw) => Asked;

/** A question about the posts of one profile. The answer is their number, unless the question names another place. */
export const aboutPosts = (head: Head, ask: AskOfPosts): Template =>
  asking(
    { ...head, network: "facebook", metrics: ["posts"] },
    async (facts, draw) => ask({ ...facts, feed: await facts.posts() }, draw),
    ({ range, input }) => ({
      tool: "list_facebook_posts",
      input: { ...input, date_start: range.start, date_end: range.end },
      pick: { pattern: "(\\d+) posts?\\b(?! of)", none: 0 },
    }),
  );

/** A network, what texts call its number, and the metrics that give it. */
export type Row = readonly [string, string, ...Metrics];

/** The same question for each row. */
export const forEach = (rows: readonly Row[], head: Head, ask: Ask): Template[] =>
  rows.map(([network, words, ...metrics]) =>
    aboutMetrics({ ...head, id: `${head.id}-${network}`, network, words, metrics }, ask),
  );

/** The call that a script makes for metrics. The answer is the total of the first, unless the question names another cell. */
export const metricsCall = (
  network: string,
  metrics: Metrics,
  range: Pick<Range, "start" | "end">,
  more: object,
): Script => ({
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
  const parts = await template.make(new Draw(seed, id), wire);
  return { id: `${id}#${seed}`, ...(trap && { trap }), ...parts };
}
