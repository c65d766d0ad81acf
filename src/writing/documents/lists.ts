/** The cautions at the end of a report: what limits its numbers. */
import { groupBy } from "../../numbers/cells/group-by.ts";
import {
  missingKinds,
  type MissingPage,
  type MissingPages,
} from "../../answers/replies/figures.ts";
import { cautionsForPeople } from "../../answers/replies/layout.ts";
import { madeUp } from "../../base/text/words.ts";
import type { Answer } from "./answers.ts";
import type { Formats } from "./formats.ts";
import { networkName } from "./sources.ts";

/** The cautions of all questions, without repeats: what is missing in one sentence for each network. */
export function cautionsIn(answers: readonly Answer[], formats: Formats): string[] {
  const { phrases } = formats;
  const isMadeUp = answers.some(({ content }) => content.cost?.includes(madeUp) === true);
  const isPart = answers.some(({ figures }) => figures.part !== undefined);
  const pages = answers.flatMap(({ figures }) => figures.missing ?? []);
  const networks = groupBy(pages, ({ network }) => network);
  const sentences = networks.flatMap((parts) => {
    const text = missingText(parts, formats);
    const name = networks.length === 1 ? "" : `${networkName(parts[0].network, formats)}: `;
    return text === "" ? [] : `${name}${text}.`;
  });
  const notes = new Set(answers.flatMap(({ content }) => cautionsForPeople(content)));
  notes.delete(madeUp);
  return [
    ...(isMadeUp ? [phrases.madeUp] : []),
    ...sentences,
    ...(isPart ? [phrases.partOfPosts] : []),
    ...(notes.size > 0 ? phrases.rest : []),
    ...notes,
  ];
}

/** `4 of 29 pages lack some days; Acme Lima 103 has no insights`; empty where nothing is missing. */
function missingText(parts: readonly MissingPages[], formats: Formats): string {
  const pageIds = new Set(parts.flatMap(({ pages }) => pages));
  // Of the reasons of a page, the one that explains most.
  const rows = parts
    .flatMap(({ missing }) => [...missing])
    .toSorted(([, first], [, second]) => severity(second) - severity(first));
  const missing = [...new Map(rows).values()];
  return groupBy(missing, ({ kind, date = "" }) => `${kind} ${date}`)
    .toSorted(([first], [second]) => severity(second) - severity(first))
    .map((same) => {
      const [{ kind, date }] = same;
      const names = same.length > mostNamed ? [] : same.map(({ name }) => name);
      const day = date && formats.day(date);
      return formats.phrases.lacking({ kind, names, count: same.length, pages: pageIds.size, day });
    })
    .join("; ");
}

const severity = ({ kind }: MissingPage): number => missingKinds.indexOf(kind);

/** More pages than this are counted, and not named. */
const mostNamed = 3;
