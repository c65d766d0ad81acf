/** What a digest has found and reported, between its runs. Pure: a run makes the next state, and prints its pending news. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { addDays, dayAt, weekday } from "../time/days.ts";
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
});

export type News = Readonly<z.infer<typeof newsShape>>;

const entryShape = z.object({
  id: z.string(),
  /** The version of the rule that found it. */
  version: z.string(),
  since: z.string().optional(),
  /** Consecutive runs that found it. */
  runs: z.number(),
  seen: z.number(),
  /** When it was news; undefined where it was none yet. */
  told: z.number().optional(),
  /** When it was over; undefined where it still holds. */
  over: z.number().optional(),
  /** What returns before this time is no news yet. */
  quietUntil: z.number().optional(),
  news: newsShape,
});

type Entry = Readonly<z.infer<typeof entryShape>>;

export const stateShape = z.object({
  format: z.literal(1),
  /** By rule and key. */
  entries: z.record(z.string(), entryShape),
  /** News that may not have been printed. */
  pending: z.array(newsShape),
  /** The news that were printed last. */
  last: z.array(newsShape),
});

export type DigestState = Readonly<z.infer<typeof stateShape>>;

export const emptyState: DigestState = { format: 1, entries: {}, pending: [], last: [] };

/** What a run has found. */
export interface Run {
  readonly rules: readonly Rule[];
  /** Of the rules that were answered. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly labelsOf: (network: string, page: string) => readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The state after a run. What a rule could not judge stays as it is. */
export function advance(state: DigestState, run: Run): DigestState {
  const { rules, judgements, now } = run;
  const entries: Record<string, Entry> = {};
  const pending: News[] = [...state.pending];
  for (const rule of rules) {
    const prefix = `${rule.name} `;
    const before = new Map(
      Object.entries(state.entries).flatMap(([name, entry]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), entry] as const] : [],
      ),
    );
    const { findings, judged } = judgements.get(rule.name) ?? nothing;
    for (const finding of findings.slice(0, mostFindings)) {
      const entry = foundAgain(before.get(finding.key), finding, rule, run);
      const { told, runs, quietUntil = 0 } = entry;
      const isNews = told === undefined && runs >= rule.runs && now >= quietUntil;
      entries[prefix + finding.key] = isNews ? { ...entry, told: now } : entry;
      if (isNews) pending.push(entry.news);
      before.delete(finding.key);
    }
    for (const [key, entry] of before) {
      const { since = "", over, version } = entry;
      const isOver = over === undefined && judged.has(key) && (judged.get(key) ?? since) >= since;
      // What another version of the rule found may still hold: it is forgotten.
      if (isOver && entry.told !== undefined && version === rule.version)
        pending.push({ ...entry.news, state: "resolved" });
      if (now - entry.seen < rememberedFor)
        entries[prefix + key] = isOver ? { ...entry, runs: 0, over: now } : entry;
    }
  }
  return { ...state, entries, pending };
}

/** The entry of a finding. One that began after the last run is another, with an id of its own. */
function foundAgain(
  entry: Entry | undefined,
  { since, key, network, subject, isPage = false, text }: Finding,
  { name: rule, quiet, version }: Rule,
  { labelsOf, now }: Run,
): Entry {
  const isSame =
    entry !== undefined &&
    entry.over === undefined &&
    (since === undefined || since === entry.since || since <= dayAt(entry.seen));
  const id = isSame ? entry.id : idOf(entry, [rule, key, since ?? weekOf(now)]);
  const labels = isPage ? [...labelsOf(network, subject)] : [];
  const news = { id, rule, state: "new" as const, network, subject, labels, since, text };
  if (isSame) return { ...entry, version, runs: entry.runs + 1, seen: now, news };
  const { told, over = told, quietUntil: earlier } = entry ?? {};
  const quietUntil = told === undefined || over === undefined ? earlier : over + quiet * day;
  return { id, version, since, runs: 1, seen: now, news, quietUntil };
}

/** The Monday of a week, so that a state which is lost within the week makes no other id. */
const weekOf = (now: number): string => {
  const today = dayAt(now);
  return addDays(today, -((weekday(today) + 6) % 7));
};

function idOf(before: Entry | undefined, parts: readonly string[]): string {
  const id = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
  const [base, count = "1"] = before?.id.split(".") ?? [];
  return base === id ? `${id}.${Number(count) + 1}` : id;
}

/** The state when its pending news are printed. */
export const printed = (state: DigestState): DigestState =>
  state.pending.length === 0 ? state : { ...state, pending: [], last: state.pending };

/** All that is found now, under the ids by which it is known. */
export const currentOf = ({ entries }: DigestState, run: Run): News[] =>
  run.rules.flatMap((rule) =>
    (run.judgements.get(rule.name)?.findings ?? [])
      .slice(0, mostFindings)
      .map(
        (finding) => foundAgain(entries[`${rule.name} ${finding.key}`], finding, rule, run).news,
      ),
  );
