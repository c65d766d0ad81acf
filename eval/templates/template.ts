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

export const onePlain = (all: Profiles, draw: Draw): Profiles => [draw.one(all.filter(isPlain))];

export const firstPlain =
  (count: number) =>
  (all: Profiles): Profiles =>
    all.filter(isPlain).slice(0, count);

/** All profiles with insights. */
export const withInsights = {
  choose: (all: Profiles): Profiles => all.filter(hasInsights),
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
async function subjectOf(network: string, head: Head, draw: Draw, wire: Wire) {
  const { choose = onePlain, rangeOf = () => draw.month() } = head;
  const profiles = choose(await wire.profiles(network), draw);
  return {
    profiles,
    /** The first profile. */
    who: `the ${network} profile "${profiles[0]?.name}"`,
    input: head.input ?? { profiles: profiles.map(({ name }) => name) },
    range: rangeOf(draw),
  };
}

async function factsOf(about: About, draw: Draw, wire: Wire) {
  const { metrics, words } = about;
  const network = typeof about.network === "string" ? about.network : draw.one(about.network);
  const subject = await subjectOf(network, about, draw, wire);
  const { profiles, range } = subject;
  /** The values that exist; of the first metric (default). */
  const cells = (metric: string = metrics[0], days = range): Promise<Cell[]> => {
    const ids = profiles.map(({ id }) => id);
    return wire.cells(network, metric, ids, days);
  };
  return {
    ...subject,
    network,
    metrics,
    words,
    names: profiles.map(({ name }) => `"${name}"`),
    cells,
    values: async (...asked: Parameters<typeof cells>) =>
      (await cells(...asked)).map(({ value }) => value),
  };
}

type Subject = Awaited<ReturnType<typeof subjectOf>>;
type Facts = Awaited<ReturnType<typeof factsOf>>;

/** What is asked, and what sets its script apart. */
interface Asked extends Omit<Made, "script">, Partial<Script> {
  /** Arguments of the call besides the profiles and the range. */
  readonly more?: object;
}

type Ask = (facts: Facts, draw: Draw) => Asked | Promise<Asked>;

/** A question about metrics of profiles in a range. */
export const aboutMetrics = (about: About, ask: Ask): Template => ({
  ...about,
  async make(draw, wire) {
    const facts = await factsOf(about, draw, wire);
    const { text, truth, more, ...script } = await ask(facts, draw);
    const { network, metrics, range, input } = facts;
    const call = metricsCall(network, metrics, range, { ...input, ...more });
    return { text, truth, script: { ...call, ...script } };
  },
});

/** Also has the posts. */
type AskOfPosts = (facts: Subject & { readonly all: readonly RawPost[] }, draw: Draw) => Asked;

/** A question about the posts of one profile. The answer is their number, unless the question names another place. */
export const aboutPosts = (head: Head, ask: AskOfPosts): Template => ({
  ...head,
  async make(draw, wire) {
    const subject = await subjectOf("facebook", head, draw, wire);
    const { profiles, range, input } = subject;
    const ids = profiles.map(({ id }) => id);
    const all = await wire.posts(ids, range);
    const { text, truth, more, ...script } = ask({ ...subject, all }, draw);
    const call = {
      tool: "list_facebook_posts",
      input: { ...input, date_start: range.start, date_end: range.end, ...more },
      pick: { pattern: "(\\d+) posts?\\b(?! of)", none: 0 },
    };
    return { text, truth, script: { ...call, ...script } };
  },
});

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
  const made = await template.make(new Draw(seed, id), wire);
  return { id: `${id}#${seed}`, ...(trap && { trap }), ...made };
}
