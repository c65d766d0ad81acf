/** A number of an answer with its source: what it is of, where it comes from, how old it is. */
import { isNumberName, isOfSame, numberTraits } from "../catalog/numbers.ts";
import { isNumber } from "../cells/states.ts";
import type { Figure, FigureLine, Figures } from "../replies/figures.ts";
import { plural } from "../text/words.ts";
import type { Answer } from "./answers.ts";
import { type FigureLeaf, type Node } from "./nodes.ts";

/**
 * `114 pages`; `the same 97 of 114 pages`; the name of a row. Each metric has pages of its own.
 * @param whole of the same profiles: the line of all.
 */
function subjectOf(figures: Figures, line: FigureLine, metric: string, whole?: FigureLine): string {
  const countOf = (own: FigureLine): number =>
    own.metrics.get(metric)?.["profiles"]?.value ?? own.profiles ?? Number.NaN;
  if (whole !== undefined) {
    const same = `the same ${countOf(line)} of ${plural(countOf(whole), "page")}`;
    return whole === figures.total ? same : `${whole.name}, ${same}`;
  }
  const isTotal = line === figures.total && line.profiles !== undefined;
  return isTotal ? plural(countOf(line), "page") : line.name;
}

export interface Place {
  readonly path: string;
  readonly metric: string;
  readonly number: string;
  readonly whole: FigureLine | undefined;
}

export function leafOf(
  { name, figures, fetched, asked }: Answer,
  line: FigureLine,
  { path, metric, number, whole }: Place,
  figure: Figure,
): FigureLeaf {
  const { network, period: range, before } = figures;
  const { of } = isNumberName(number) ? numberTraits[number] : { of: "now" };
  // A change is of the same profiles.
  const { same } = line;
  const [own, ofAll] =
    same !== undefined && isOfSame(number) && line.metrics.get(metric)?.[number] === figure
      ? [same, line]
      : [line, whole];
  const source = {
    reference: `${path}.${number}`,
    question: name,
    network,
    subject: subjectOf(figures, own, metric, ofAll),
    row: (whole ?? line) === figures.total ? undefined : (whole ?? line).name,
    part: figures.part,
    metric,
    number,
    period: of === "before" && before ? before : range,
    before: of === "both" ? before : undefined,
    coverage: own.coverage.get(metric) ?? Number.NaN,
    age:
      fetched !== undefined
        ? `fetched ${dayText(fetched.first)}`
        : asked === undefined
          ? "fetched by an earlier call"
          : `fetched ${dayText(asked)}`,
  };
  return { kind: "figure", figure, source };
}

const dayText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** What a reference can ask of a number beside its value. */
export function aboutNumber({ figure }: FigureLeaf, key: string): Node | undefined {
  const isMissing = !isNumber(figure.value);
  if (key === "is_missing") return { kind: "name", text: isMissing ? "yes" : "no" };
  return key === "why"
    ? { kind: "name", text: isMissing ? (figure.why?.text ?? "") : "" }
    : undefined;
}
