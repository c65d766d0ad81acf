/** The tree that references walk: what a path leads to. */
import type { Figure } from "../replies/figures.ts";
import type { Day } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import type { Answer } from "./answers.ts";

/** The origin of a number, as the list of sources shows it. */
export interface Source {
  readonly reference: string;
  readonly question: string;
  readonly network: string;
  /** The row that the number is of. */
  readonly subject: string;
  readonly metric: string;
  readonly number: string;
  readonly period: Range;
  readonly before?: Range | undefined;
  /** The share of the profile-days that have a value; NaN where it is not known. */
  readonly coverage: number;
  /** When the oldest of its values was fetched. */
  readonly age: string;
}

export type Leaf =
  | { readonly kind: "figure"; readonly figure: Figure; readonly source: Source }
  /** A text of the API, or of the answer; undefined for a row that does not exist. */
  | { readonly kind: "name"; readonly text: string | undefined }
  | { readonly kind: "period"; readonly range: Range }
  /** A block that is made already, by its mark. */
  | { readonly kind: "mark"; readonly text: string };

export type FigureLeaf = Extract<Leaf, { kind: "figure" }>;

/** A number on a first day, and what it should be on a last one. */
export interface Goal {
  readonly name: string;
  readonly from: readonly [day: Day, value: number];
  readonly to: readonly [day: Day, value: number];
  /** The number on the last day that is answered. */
  readonly now: FigureLeaf;
  readonly at: Day;
  /** Undefined for a goal that has not begun, or whose question failed. */
  readonly answer: Answer | undefined;
  /** It is counted from the first day on: the first day counts too. */
  readonly isFlow: boolean;
}

export interface Branch {
  readonly kind: "branch";
  readonly keys: readonly string[];
  get(key: string): Node | undefined;
  /** The rows that a loop visits. */
  readonly rows?: () => Iterable<Node>;
  /** The answer, or the goal, that the branch is of, and the numbers of a metric: what filters take. */
  readonly goal?: Goal;
  readonly numbers?: ReadonlyMap<string, FigureLeaf>;
  readonly answer?: Answer;
  /** Why the question has no answer. */
  readonly failure?: string;
}

export type Node = Leaf | Branch;
