/** The words that people use for metrics. A metric has a word that begins a part of its name, or whose row here its name or a breakdown matches. */
import type { Metric } from "./metrics/index.ts";
import { ownCatalogue } from "./own.ts";

const rows: readonly (readonly [words: string, names: RegExp])[] = [
  ["follower fan subscriber community", /fan|follower|subscriber|insights_follows/],
  ["audience", /fan|follower|subscriber|gender|country|reach(?!_eng)/],
  ["engagement interaction", /engagement|interaction|reaction|clicks/],
  ["reaction like love emotion", /reaction|interaction|engagements/],
  ["comment share save reply repost retweet", /interaction|engagements/],
  ["impression exposure display seen", /impressions(?!_eng)|insights_(media_)?views/],
  ["view", /impressions(?!_eng)|views/],
  ["reach people person user unique viewer visitor", /reach(?!_eng)|unique/],
  ["video watch watched play clip reel film", /video|viewed_time|views_change/],
  ["time minute hour duration length watchtime", /viewed_time|30s|hour/],
  ["click ctr traffic link", /click/],
  ["growth grow grew gain gained net new won increase", /_change$|insights_follows|fan_adds/],
  [
    "lost loss lose unfollow unlike unsubscribe churn left",
    /removes|(fans|followers|subscribers)_change/,
  ],
  ["total size base current standing count", /_lifetime|insights_followers/],
  ["rate ratio percentage percent er", /rate|ratio|per_1k/],
  ["paid ad advertising sponsored promoted boosted organic viral", /paid|attribution/],
  ["visit visitor page profile", /profile_(views|clicks)|^insights_views/],
  ["age gender demographic men women male female", /gender/],
  ["country city location region geography place", /country|city|locale/],
  ["language", /locale/],
  ["online active", /online/],
  ["post content publication published upload", /post_|pins|video_lifetime/],
  ["negative hide hidden spam complaint", /negative/],
  ["frequency repeat repeated rewatch again", /repeat|frequency/],
];

const ofWord = new Map(
  rows.flatMap(([words, names]) => words.split(" ").map((word) => [word, names] as const)),
);

/** Words that say nothing about the metric. */
const fillers = new Set(
  "a an the of in on by per for to how many much number daily our".split(" "),
);

function isMet(word: string, { name, breakdowns }: Metric): boolean {
  const single = word.replace(/s$/, "");
  const ownWords = ownCatalogue().words;
  if ([...(ownWords.get(word) ?? []), ...(ownWords.get(single) ?? [])].includes(name)) return true;
  const names = ofWord.get(word) ?? ofWord.get(single);
  return [name, ...breakdowns].some(
    (text) => names?.test(text) === true || text.split("_").some((part) => part.startsWith(single)),
  );
}

/** Shorter texts are parts of too many names. */
const leastOfPart = 5;

/** The metrics that have every word of a text, else those whose names or breakdowns contain the text. */
export function metricsNamed(text: string, metrics: readonly Metric[]): readonly Metric[] {
  const lower = text.trim().toLowerCase();
  const words = lower
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "" && !fillers.has(word));
  const matches = metrics.filter((metric) => words.every((word) => isMet(word, metric)));
  if (matches.length > 0 || lower.length < leastOfPart) return matches;
  return metrics.filter(({ name, breakdowns }) =>
    [name, ...breakdowns].some((term) => term.includes(lower)),
  );
}
