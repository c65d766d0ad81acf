/** A question of the evaluation: its words, its true answer, and how a script would ask it. */

export const traps = [
  "people are not added up",
  "a level is not added over days",
  "a mean of means",
  "a mean of ratios",
  "the edge of a time zone",
  "missing days",
  "a break in the series",
  "an ambiguous name",
  "an unaffordable range",
  "orders in a post",
  "a late network",
  "a retired metric",
] as const;
export type Trap = (typeof traps)[number];

/** `null`: the honest answer is that the question cannot be answered as it is asked. */
export type Truth = number | string | null;

/** The call that a script makes, and where it finds the answer in the reply. */
export interface Script {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** A text of the reply that says why there is no answer. */
  readonly refusal?: string;
  /** The arguments of a second call, of read_result; `ID` is the result of the first. */
  readonly next?: Readonly<Record<string, unknown>>;
  readonly pick: CellPick | TextPick;
}

/** A cell of a table. */
export interface CellPick {
  /** The beginning of the header of the column. */
  readonly column: string;
  /** The beginning of the row's name, or "highest": the row with the highest number in the column. */
  readonly row: string;
  /** The name of the row instead of its number. */
  readonly wantsName?: boolean;
}

/** A number or a name in the words of the reply: the first group of the pattern. */
export interface TextPick {
  readonly pattern: string;
  /** The answer where the pattern does not occur. */
  readonly none?: number;
}

export interface Question {
  readonly id: string;
  readonly trap?: Trap;
  readonly text: string;
  readonly truth: Truth;
  readonly script: Script;
}

/** Numbers are right within half a percent: replies may round them. */
const tolerance = 0.005;

export function isRight(truth: Truth, answer: Truth): boolean {
  if (truth === null || answer === null) return truth === answer;
  if (typeof truth === "number")
    return Math.abs(Number(answer) - truth) <= Math.max(Math.abs(truth) * tolerance, 1e-9);
  return String(answer).trim().toLowerCase() === truth.toLowerCase();
}
