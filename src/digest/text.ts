/** The news of a digest as a text of few lines. */
import { groupBy } from "../cells/group-by.ts";
import { escapedMarkdown } from "../documents/output.ts";
import { plural, some } from "../text/words.ts";
import type { News } from "./state.ts";

/** The lines of a digest, and the pages that one of them names. */
const [mostLines, mostNamed] = [10, 3];

export type TextForm = "text" | "markdown";

/**
 * New findings first, then what is resolved. A page on several networks is one; pages that share a label are in one line.
 * @param rest completes "5 more lines: …"; undefined for all news, a line for each page.
 * @example "silent, facebook: 12 pages labelled Retail: Brand 1: no values since 2026-11-20; …"
 */
export function newsLines(
  news: readonly News[],
  form: TextForm,
  rest: string | undefined,
): string[] {
  const ofState = (state: News["state"]): News[] => news.filter((one) => one.state === state);
  const groups = groupBy(
    [...ofState("new"), ...ofState("resolved")],
    ({ state, rule }) => `${state} ${rule}`,
  ).flatMap((group) => {
    const pages = groupBy(group, ({ id, isPage, subject }) => (isPage ? `page ${subject}` : id));
    return rest === undefined ? pages.map((page): Group => ({ pages: [page] })) : byLabel(pages);
  });
  const lines = groups.map((group) => lineOf(group, form));
  if (rest === undefined || lines.length <= mostLines) return lines;
  const shown = lines.slice(0, mostLines - 1);
  return [...shown, item(form, `${lines.length - shown.length} more lines: ${rest}`)];
}

/** The news of a page on all of its networks; of anything else, one. */
type Page = readonly [News, ...News[]];

interface Group {
  readonly label?: string;
  readonly pages: readonly [Page, ...Page[]];
}

/** The pages of the label that most share first, then those of the next label among the rest. */
function byLabel(pages: readonly Page[]): Group[] {
  const labelled = pages.flatMap((page) =>
    [...new Set(page.flatMap(({ labels }) => labels))].map((label) => ({ label, page })),
  );
  const [largest] = groupBy(labelled, ({ label }) => label).toSorted(
    (left, right) => right.length - left.length,
  );
  if (largest === undefined || largest.length < 2) return pages.map((page) => ({ pages: [page] }));
  const [{ label, page: first }, ...others] = largest;
  const members = [first, ...others.map(({ page }) => page)] as const;
  return [{ label, pages: members }, ...byLabel(pages.filter((page) => !members.includes(page)))];
}

function lineOf({ pages, label }: Group, form: TextForm): string {
  const [[{ rule, state }]] = pages;
  const networks = [...new Set(pages.flat().map(({ network }) => network))];
  const named = pages.map((page) => pageText(page, networks.length > 1));
  const title = networks.length > 1 ? rule : `${rule}, ${networks.join("")}`;
  const labelText =
    label === undefined ? "" : `${plural(pages.length, "page")} labelled ${label}: `;
  const text = `${state === "resolved" ? "resolved: " : ""}${labelText}${some(named, mostNamed, "; ")}`;
  return form === "markdown"
    ? item(form, `**${escapedMarkdown(title)}**: ${escapedMarkdown(text)}`)
    : `${title}: ${text}`;
}

/** `Acme Berlin on instagram, twitter: no values since 2026-11-24`. */
function pageText(page: Page, hasNetworks: boolean): string {
  const [{ subject, state, text, hasLeft = false }] = page;
  const on = hasNetworks
    ? ` on ${some(
        page.map(({ network }) => network),
        mostNamed,
      )}`
    : "";
  if (hasLeft) return `${subject}${on} left the account`;
  const texts = new Set(page.map((finding) => finding.text));
  const shown =
    texts.size === 1
      ? text
      : some(
          page.map((finding) => `${finding.network} ${finding.text}`),
          mostNamed,
        );
  return `${subject}${on}${state === "resolved" ? " was" : ""}: ${shown}`;
}

const item = (form: TextForm, text: string): string => (form === "markdown" ? `- ${text}` : text);
