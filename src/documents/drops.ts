/** References as values of a template. */
import { Drop } from "liquidjs";
import { isNumber } from "../cells/states.ts";
import { nearestText } from "../text/nearest.ts";
import type { Node } from "./nodes.ts";

/** A number of a reference, or a branch of it. */
export class Reference extends Drop {
  readonly #node: Node;

  constructor(node: Node) {
    super();
    this.#node = node;
  }

  static nodeOf(value: unknown): Node | undefined {
    return value instanceof Reference ? value.#node : undefined;
  }

  override liquidMethodMissing(key: string | number): unknown {
    const node = this.#node;
    if (node.kind === "figure" && key === "is_missing") return !isNumber(node.figure.value);
    if (node.kind === "branch" && node.failure !== undefined && key === "is_missing") return true;
    const child = node.kind === "branch" ? node.get(String(key)) : undefined;
    if (child !== undefined) return new Reference(child);
    throw new Error(unknownText(node, String(key)));
  }

  /** The value that a condition compares. @throws Error for a missing number */
  override valueOf(): unknown {
    const node = this.#node;
    if (node.kind === "name") return node.text;
    if (node.kind === "branch" && node.failure !== undefined)
      throw new Error(
        "the question failed, and its numbers cannot be compared; test {% if … .is_missing %} before",
      );
    if (node.kind !== "figure") return this;
    if (isNumber(node.figure.value)) return node.figure.value;
    throw new Error(
      `${node.source.reference} cannot be compared: ${node.figure.why}; test {% if … .is_missing %} before`,
    );
  }

  *[Symbol.iterator](): Generator<Reference> {
    if (this.#node.kind !== "branch" || this.#node.rows === undefined)
      throw new Error("a loop goes through rows, such as week.rank or week.profile");
    for (const row of this.#node.rows()) yield new Reference(row);
  }
}

export const unknownText = (node: Node, key: string): string => {
  if (key === "0") return "ranks begin with 1";
  const keys = node.kind === "branch" ? node.keys : [];
  const near = nearestText(key, keys);
  const some = keys.length === 0 ? "" : `; there are ${keys.slice(0, 12).join(", ")}`;
  return `there is no ${JSON.stringify(key.slice(0, 80))} here${near === "" ? some : near}`;
};

/** Names that every object of the language has: no reference. */
export const hiddenNames = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Reference.prototype),
  ...Object.getOwnPropertyNames(Drop.prototype),
  "prototype",
]);
