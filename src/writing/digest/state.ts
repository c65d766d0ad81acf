/** What a digest has found and reported, between its runs. Pure: a run makes the next state, and prints its pending news. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { addDays, dayAt, weekday } from "../../base/time/days.ts";
import { nothing, type Finding, type Judgement } from "./findings.ts";
import type { Rule } from "./rules.ts";

const day = 24 * 60 * 60 * 1000;

/** The findings of a rule that are reported, the largest first: more would be no news, but a list. */
export const mostFindings = 500;

/** Findings that were not seen for this time are forgotten: a post, or a page that is gone. */
const rememberedFor = 90 * day;

const newsShape = z.object({
  /** The same whenever this news is printed: a reader knows a repeat by it. */
  id: z.string(),
  rule: z.string(),
  state: z.enum(["new", "resolved"]),
  network: z.string(),
  subject: z.string(),
  /** The labels of a page: pages that share one are printed together. */
  labels: z.array(z.string()),
  since: z.string().optional(),
  text: z.string(),
  isPage: z.boolean(),
  /** Resolved, because the account has the page no more. */
  hasLeft: z.boolean().optional(),
});

export type News = Readonly<z.infer<typeof newsShape>>;

const entryShape = z.object({
  id: z.string(),
  /** The versions of the rules that ask for it. */
  version: z.string(),
  since: z.string().optional(),
  /** Consecutive runs that found it. */
  runs: z.number(),
  seen: z.number(),
  /** When it was news; undefined where it was none yet. */
  // oxlint-disable-next-line id-denylist -- a name of the file
  told: z.number().optional(),
  /** When it was over; undefined where it still holds. */
  over: z.number().optional(),
  /** What returns before this time is no news yet. */
  quietUntil: z.number().optional(),
  news: newsShape,
});

type FindingState = Readonly<z.infer<typeof entryShape>>;

export const stateShape = z.object({
  format: z.literal(2),
  /** By what is asked, and key. */
  entries: z.record(z.string(), entryShape),
  /** News that may not have been printed. */
  pending: z.array(newsShape),
  /** The news that were printed last. */
  last: z.array(newsShape),
});

export type DigestState = Readonly<z.infer<typeof stateShape>>;

export const emptyState: DigestState = { format: 2, entries: {}, pending: [], last: [] };

/** What a run has found. */
export interface Run {
  readonly rules: readonly Rule[];
  /** Of the rules that were answered. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly labelsOf: (network: string, page: string) => readonly string[];
  /** False for a page that is not in the list of its network; undefined where the list is not known. */
  readonly hasPage: (network: string, page: string) => boolean | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A finding, with the rule that found it; of several rules, the one that is the soonest to report it. */
type Found = readonly [finding: Finding, rule: Rule];

/** The findings of the rules that ask the same question. */
function foundBy(rules: readonly Rule[], { judgements }: Run): Map<string, Found> {
  const findings = new Map<string, Found>();
  for (const rule of rules)
    for (const finding of (judgements.get(rule.name) ?? nothing).findings.slice(0, mostFindings)) {
      const [, earlierRule] = findings.get(finding.key) ?? [];
      if (earlierRule === undefined || rule.runs < earlierRule.runs)
        findings.set(finding.key, [finding, rule]);
    }
  return findings;
}

/** The state after a run. What a rule could not judge stays as it is. */
export function advance(state: DigestState, run: Run): DigestState {
  const { rules, judgements, hasPage, now } = run;
  const entries: Record<string, FindingState> = {};
  const pending: News[] = [...state.pending];
  for (const group of groupBy(rules, ({ question }) => question)) {
    const prefix = `${group[0].question} `;
    const version = versionOf(group);
    const before = new Map(
      Object.entries(state.entries).flatMap(([name, entry]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), entry] as const] : [],
      ),
    );
    for (const [key, [finding, rule]] of foundBy(group, run)) {
      const entry = foundAgain(before.get(key), finding, { rule, version }, run);
      const { told: newsTime, runs, quietUntil = 0 } = entry;
      const isNews = newsTime === undefined && runs >= rule.runs && now >= quietUntil;
      // oxlint-disable-next-line id-denylist -- a name of the file
      entries[prefix + key] = isNews ? { ...entry, told: now } : entry;
      if (isNews) pending.push(entry.news);
      before.delete(key);
    }
    const judged = new Map(
      group.flatMap(({ name }) => [...(judgements.get(name) ?? nothing).judged]),
    );
    for (const [key, entry] of before) {
      const { since = "", over, news } = entry;
      const hasLeft = news.isPage && hasPage(news.network, news.subject) === false;
      const isOver =
        over === undefined && (hasLeft || (judged.has(key) && (judged.get(key) ?? since) >= since));
      // A rule that has new thresholds cannot tell whether an old finding is over: the finding is dropped without news.
      if (isOver && entry.told !== undefined && (hasLeft || entry.version === version))
        pending.push({ ...news, state: "resolved", ...(hasLeft && { hasLeft }) });
      if (now - entry.seen < rememberedFor)
        entries[prefix + key] = isOver ? { ...entry, runs: 0, over: now } : entry;
    }
  }
  return { ...state, entries, pending };
}

const versionOf = (rules: readonly Rule[]): string =>
  rules
    .map(({ version }) => version)
    .toSorted()
    .join(" ");

/** The entry of a finding. One that began after the last run is another, with an id of its own. */
function foundAgain(
  entry: FindingState | undefined,
  { since, key, network, subject, isPage = false, text }: Finding,
  {
    rule: { name: rule, quiet, question },
    version,
  }: { readonly rule: Rule; readonly version: string },
  { labelsOf, now }: Run,
): FindingState {
  const isSame =
    entry !== undefined &&
    entry.over === undefined &&
    (since === undefined || since === entry.since || since <= dayAt(entry.seen));
  const id = isSame ? entry.id : idOf(entry, [question, key, since ?? weekOf(now)]);
  const labels = isPage ? [...labelsOf(network, subject)] : [];
  const news = { id, rule, state: "new" as const, network, subject, labels, since, text, isPage };
  if (isSame) return { ...entry, version, runs: entry.runs + 1, seen: now, news };
  const { told: newsTime, over = newsTime, quietUntil: earlier } = entry ?? {};
  const quietUntil = newsTime === undefined || over === undefined ? earlier : over + quiet * day;
  return { id, version, since, runs: 1, seen: now, news, quietUntil };
}

/** The Monday of a week, so that a state which is lost within the week makes no other id. */
const weekOf = (now: number): string => {
  const today = dayAt(now);
  return addDays(today, -((weekday(today) + 6) % 7));
};

function idOf(before: FindingState | undefined, parts: readonly string[]): string {
  const id = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
  const [base, count = "1"] = before?.id.split(".") ?? [];
  return base === id ? `${id}.${Number(count) + 1}` : id;
}

/** The state when its pending news are printed. */
export const printed = (state: DigestState): DigestState =>
  state.pending.length === 0 ? state : { ...state, pending: [], last: state.pending };

/** All that is found now, under the ids by which it is known. */
export const currentOf = ({ entries }: DigestState, run: Run): News[] =>
  groupBy(run.rules, ({ question }) => question).flatMap((group) =>
    Array.from(foundBy(group, run), ([key, [finding, rule]]) => {
      const entry = entries[`${rule.question} ${key}`];
      return foundAgain(entry, finding, { rule, version: versionOf(group) }, run).news;
    }),
  );
