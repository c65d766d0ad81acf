/** The news of a digest as a text of few lines. */
import { groupBy } from "../cells/group-by.ts";
import { escapedMarkdown } from "../documents/output.ts";
import { plural, some } from "../text/words.ts";
import type { News } from "./state.ts";

/** The lines of a digest, and the pages that one of them names. */
const [mostLines, mostNamed] = [10, 3];

export type TextForm = "text" | "markdown";

/**
 * New findings first, then what is resolved. Pages that share a label are in one line.
 * @param rest completes "5 more lines: …"; undefined for all news, a line each.
 * @example "silent, facebook: 12 pages labelled Retail: Brand 1, no values since 2026-11-20; … [5f0c1d2e3a4b]"
 */
export function newsLines(
  news: readonly News[],
  form: TextForm,
  rest: string | undefined,
): string[] {
  const ofState = (state: News["state"]): News[] => news.filter((one) => one.state === state);
  const ordered = [...ofState("new"), ...ofState("resolved")];
  const groups =
    rest === undefined
      ? ordered.map((one): Group => ({ label: undefined, members: [one] }))
      : groupBy(ordered, ({ state, rule }) => `${state} ${rule}`).flatMap(byLabel);
  const lines = groups.map((group) => lineOf(group, form));
  if (rest === undefined || lines.length <= mostLines) return lines;
  const shown = lines.slice(0, mostLines - 1);
  return [...shown, item(form, `${lines.length - shown.length} more lines: ${rest}`)];
}

interface Group {
  readonly label: string | undefined;
  readonly members: readonly [News, ...News[]];
}

/** The pages of the label that most share first, then those of the next label among the rest. */
function byLabel(news: readonly News[]): Group[] {
  const labelled = news.flatMap((page) => page.labels.map((label) => ({ label, page })));
  const [largest] = groupBy(labelled, ({ label }) => label).toSorted(
    (left, right) => right.length - left.length,
  );
  if (largest === undefined || largest.length < 2)
    return news.map((page) => ({ label: undefined, members: [page] }));
  const [{ label, page: first }, ...others] = largest;
  const members = [first, ...others.map(({ page }) => page)] as const;
  return [{ label, members }, ...byLabel(news.filter((page) => !members.includes(page)))];
}

function lineOf({ members, label }: Group, form: TextForm): string {
  const [{ rule, state, network }] = members;
  const networks = new Set(members.map((page) => page.network));
  const named = members.map((page) =>
    [
      ...(networks.size > 1 ? [page.network] : []),
      `${page.subject}${state === "resolved" ? " was" : ""}: ${page.text}`,
    ].join(" "),
  );
  const title = [rule, networks.size > 1 ? `${networks.size} networks` : network].join(", ");
  const pages = label === undefined ? "" : `${plural(members.length, "page")} labelled ${label}: `;
  const resolved = state === "resolved" ? "resolved: " : "";
  const text = `${resolved}${pages}${some(named, mostNamed, "; ")}`;
  const ids = `[${some(
    members.map(({ id }) => id),
    mostNamed,
  )}]`;
  return form === "markdown"
    ? item(form, `**${escapedMarkdown(title)}**: ${escapedMarkdown(text)} ${escapedMarkdown(ids)}`)
    : `${title}: ${text} ${ids}`;
}

const item = (form: TextForm, text: string): string => (form === "markdown" ? `- ${text}` : text);
