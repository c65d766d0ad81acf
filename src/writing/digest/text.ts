/** The news of a digest as a text of few lines. */
import { groupBy } from "../../numbers/cells/group-by.ts";
import { escapedMarkdown } from "../documents/output.ts";
import { plural, some } from "../../base/text/words.ts";
import type { News } from "./state.ts";
import { networkText, subjectText } from "./words.ts";

/** The lines of a digest, and the pages that one of them names. */
const [mostLines, mostNamed] = [10, 3];

export type TextForm = "text" | "markdown";

/**
 * New findings first, then what is resolved. A page on several networks is one; pages of which the same is true are in one
 * line, and of these those that share a label.
 * @param rest completes "5 more lines: …"; undefined for all news, a line for each page.
 * @example "No data since Nov 24, 2026: 12 pages labelled Retail: Brand 1 (6 networks), Brand 2 (Facebook) and 10 more"
 */
export function newsLines(
  news: readonly News[],
  form: TextForm,
  rest: string | undefined,
): string[] {
  const ofState = (state: News["state"]): News[] =>
    news.filter((finding) => finding.state === state);
  const groups = groupBy(
    [...ofState("new"), ...ofState("resolved")],
    ({ state, rule }) => `${state} ${rule}`,
  ).flatMap((group) => {
    const pages = groupBy(group, ({ id, isPage, subject }) => (isPage ? `page ${subject}` : id));
    if (rest === undefined) return pages.map((page): Group => ({ pages: [page] }));
    return groupBy(pages, (page) => textOf(page)).flatMap(byLabel);
  });
  const lines = groups.map((group) => item(form, lineOf(group, form)));
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
  const [firstPage, ...rest] = pages;
  if (firstPage === undefined) return [];
  const labelled = pages.flatMap((page) =>
    [...new Set(page.flatMap(({ labels }) => labels))].map((label) => ({ label, page })),
  );
  const [largest] = groupBy(labelled, ({ label }) => label).toSorted(
    (left, right) => right.length - left.length,
  );
  if (largest === undefined || largest.length < 2) return [{ pages: [firstPage, ...rest] }];
  const [{ label, page: first }, ...furtherPairs] = largest;
  const members = [first, ...furtherPairs.map(({ page }) => page)] as const;
  return [{ label, pages: members }, ...byLabel(pages.filter((page) => !members.includes(page)))];
}

function lineOf({ pages, label }: Group, form: TextForm): string {
  const [first, ...rest] = pages;
  const strong = (text: string): string =>
    form === "markdown" ? `**${escapedMarkdown(text)}**` : text;
  const plain = (text: string): string => (form === "markdown" ? escapedMarkdown(text) : text);
  const prefix = first[0].state === "resolved" ? "Resolved: " : "";
  const text = textOf(first);
  if (rest.length === 0) return `${plain(prefix)}${strong(nameOf(first))}${plain(`: ${text}`)}`;
  const labelled = label === undefined ? "" : `${plural(pages.length, "page")} labelled ${label}: `;
  const head = prefix === "" ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
  const names = some(pages.map(nameOf), mostNamed);
  return `${plain(prefix)}${strong(head)}${plain(`: ${labelled}${names}`)}`;
}

/** `Acme Berlin (Facebook)`, `Acme Berlin (6 networks)`. */
function nameOf(page: Page): string {
  const networks = [...new Set(page.map(({ network }) => networkText(network)))];
  const shown = networks.length > 2 ? `${networks.length} networks` : networks.join(", ");
  return `${subjectText(page[0].subject)} (${shown})`;
}

/** The finding about a page: one text if it holds on all of its networks, else one text for each network. */
function textOf(page: Page): string {
  const [{ text, hasLeft = false }] = page;
  if (hasLeft) return "has left the account";
  const texts = new Set(page.map((finding) => finding.text));
  if (texts.size === 1) return text;
  return some(
    page.map((finding) => `${networkText(finding.network)} ${finding.text}`),
    mostNamed,
  );
}

const item = (form: TextForm, text: string): string => (form === "markdown" ? `- ${text}` : text);
