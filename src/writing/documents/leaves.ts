/** A number of an answer with its source: what it is of, where it comes from, how old it is. */
import { isNumberName, isNumberOfSame, numberTraits } from "../../catalog/numbers.ts";
import { isNumber, orMissing } from "../../numbers/cells/states.ts";
import type { Figure, FigureLine, Figures } from "../../answers/replies/figures.ts";
import { plural } from "../../base/text/words.ts";
import { dayAt, type Day } from "../../base/time/days.ts";
import type { Answer } from "./answers.ts";
import type { FigureLeaf, Node } from "./nodes.ts";
import type { Source } from "./pieces.ts";

/** Returns how many pages a number includes and, for the same pages, how many there are in all. It differs by metric. */
function subjectOf(
  figures: Figures,
  line: FigureLine,
  metric: string,
  fullLine?: FigureLine,
): Pick<Source, "subject" | "pages" | "of"> {
  const countOf = (figureLine: FigureLine): number =>
    figureLine.metrics.get(metric)?.["profiles"]?.value ?? figureLine.profiles ?? Number.NaN;
  const pages = countOf(line);
  if (fullLine !== undefined) {
    const of = countOf(fullLine);
    const same = `the same ${pages} of ${plural(of, "page")}`;
    return fullLine === figures.total
      ? { subject: same, pages, of }
      : { subject: `${fullLine.name}, ${same}` };
  }
  const isTotal = line === figures.total && line.profiles !== undefined;
  if (isTotal) return { subject: plural(pages, "page"), pages };
  const countsPages = line === figures.matching && line.profiles !== undefined;
  return { subject: line.name, ...(countsPages && { pages }) };
}

export interface LeafPlace {
  readonly path: string;
  readonly metric: string;
  readonly number: string;
  readonly fullLine: FigureLine | undefined;
}

export function leafOf(
  { name, figures, fetched, questionTime }: Answer,
  line: FigureLine,
  { path, metric, number, fullLine }: LeafPlace,
  figure: Figure,
): FigureLeaf {
  const { network, period: range, before } = figures;
  const { of } = isNumberName(number) ? numberTraits[number] : { of: "now" };
  // A change is of the same profiles.
  const { same } = line;
  const [subjectLine, ofAll] =
    same !== undefined && isNumberOfSame(number) && line.metrics.get(metric)?.[number] === figure
      ? [same, line]
      : [line, fullLine];
  const source = {
    reference: `${path}.${number}`,
    question: name,
    network,
    ...subjectOf(figures, subjectLine, metric, ofAll),
    row: (fullLine ?? line) === figures.total ? undefined : (fullLine ?? line).name,
    isMatching: (fullLine ?? line) === figures.matching,
    isPart: figures.part !== undefined,
    metric,
    number,
    period:
      of === "before" && before
        ? before
        : { ...range, end: figures.lastDays?.get(metric) ?? range.end },
    before: of === "both" ? before : undefined,
    coverage: orMissing(subjectLine.coverage.get(metric)),
    fetched: dayOf(fetched?.first ?? questionTime),
  };
  return { kind: "figure", figure, source };
}

const dayOf = (milliseconds: number | undefined): Day | undefined =>
  milliseconds === undefined ? undefined : dayAt(milliseconds);

/** What a reference can ask of a number beside its value. */
export function aboutNumber({ figure }: FigureLeaf, key: string): Node | undefined {
  const isMissing = !isNumber(figure.value);
  if (key === "is_missing") return { kind: "name", text: isMissing ? "yes" : "no" };
  return key === "why"
    ? { kind: "name", text: isMissing ? (figure.why?.text ?? "") : "" }
    : undefined;
}
