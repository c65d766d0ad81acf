/** Rankers of tools as hosts that hide tools behind a search have them. Each gives a score; 0 is no match. */

export interface Searchable {
  readonly name: string;
  readonly description: string;
  /** Names of parameters, with their descriptions. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type Ranker = (tools: readonly Searchable[]) => (phrase: string) => readonly string[];

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

const parametersOf = ({ parameters }: Searchable): string =>
  Object.entries(parameters).flat().join(" ");

/** The names of the tools with a score, the best first; of equal ones the first. */
const ranked = (tools: readonly Searchable[], scoreOf: (tool: Searchable) => number): string[] =>
  tools
    .map((tool) => ({ name: tool.name, score: scoreOf(tool) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ name }) => name);

/** BM25 over the words of each tool: those of its name count three times, those of its description twice. */
export const bm25: Ranker = (tools) => {
  const documents = new Map(
    tools.map((tool) => {
      const [name, description, parameters] = [tool.name, tool.description, parametersOf(tool)].map(
        wordsOf,
      );
      const repeated = [name, name, name, description, description, parameters];
      return [tool, repeated.flatMap((words) => words ?? [])] as const;
    }),
  );
  const lengths = [...documents.values()].map(({ length }) => length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const countOf = (words: readonly string[], word: string): number =>
    words.filter((term) => term === word).length;
  const weightOf = (word: string): number => {
    const having = [...documents.values()].filter((words) => words.includes(word)).length;
    return Math.log(1 + (tools.length - having + 0.5) / (having + 0.5));
  };
  return (phrase) => {
    const terms = wordsOf(phrase).map((word) => ({ word, weight: weightOf(word) }));
    return ranked(tools, (tool) => {
      const words = documents.get(tool) ?? [];
      return terms.reduce((score, { word, weight }) => {
        const count = countOf(words, word);
        const norm = count + 1.2 * (1 - 0.75 + (0.75 * words.length) / mean);
        return score + (weight * count * 2.2) / norm;
      }, 0);
    });
  };
};

/** Words of the phrase that a pattern finds anywhere in a text; those in the name first. */
const patterns =
  (textOf: (tool: Searchable) => string): Ranker =>
  (tools) =>
  (phrase) => {
    const words = wordsOf(phrase).filter((word) => word.length > 2);
    const countIn = (text: string): number =>
      words.filter((word) => new RegExp(word.replace(/s$/, ""), "i").test(text)).length;
    return ranked(tools, (tool) => countIn(textOf(tool)) + countIn(tool.name) / 100);
  };

export const namesOnly = patterns(({ name }) => name);

export const regularExpressions = patterns(
  (tool) => `${tool.name} ${tool.description} ${parametersOf(tool)}`,
);
