/** The tree that references walk: what a path leads to. */
import type { Figure, FigureLine } from "../../answers/replies/figures.ts";
import type { Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import type { Answer } from "./answers.ts";
import type { Block, Source } from "./pieces.ts";

type Leaf =
  | { readonly kind: "figure"; readonly figure: Figure; readonly source: Source }
  /** A text of the API, or of the answer; undefined for a row that does not exist. */
  | { readonly kind: "name"; readonly text: string | undefined }
  /** A text of the front matter. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "period"; readonly range: Range }
  /** A list that every report has. */
  | { readonly kind: "block"; readonly block: Block };

export type FigureLeaf = Extract<Leaf, { kind: "figure" }>;

/** A number on a first day, and what it should be on a last one. */
export interface Goal {
  readonly name: string;
  readonly from: readonly [day: Day, value: number];
  readonly to: readonly [day: Day, value: number];
  /** The number on the last day that is answered. */
  readonly now: FigureLeaf;
  readonly at: Day;
  /** The number on the last day, at the pace so far; NaN where there is none. */
  readonly atGoal: number;
  /** Undefined for a goal that has not begun, or whose question failed. */
  readonly answer: Answer | undefined;
  /** It is counted from the first day on: the first day counts too. */
  readonly isFlow: boolean;
}

/** Rows in an order: by rank, or those that rose or fell. */
export interface OrderedRows {
  readonly question: string;
  readonly order: "rank" | "rose" | "fell";
  /** The lines of the first rows, and what references to them find. */
  readonly first: (count: number) => (readonly [line: FigureLine, node: Branch])[];
}

export interface Branch {
  readonly kind: "branch";
  readonly keys: readonly string[];
  get(key: string): Node | undefined;
  /** What filters take: the answer, the goal or the order that the branch is of, and the numbers of a metric. */
  readonly answer?: Answer;
  readonly goal?: Goal;
  readonly ordered?: OrderedRows;
  readonly numbers?: ReadonlyMap<string, FigureLeaf>;
  /** Why there is nothing here: a question that failed, a row that the answer does not have. */
  readonly failure?: string;
}

export type Node = Leaf | Branch;

/** @param entries made on demand. */
export const branch = (
  entries: ReadonlyMap<string, () => Node>,
  more: Partial<Branch> = {},
): Branch => ({
  kind: "branch",
  keys: [...entries.keys()],
  get: (key) => entries.get(key)?.(),
  ...more,
});

/** Stands for everything that is not there: every path from it leads to it. */
export const missingNode = (failure: string): Branch => {
  const node: Branch = { kind: "branch", keys: [], get: () => node, failure };
  return node;
};
