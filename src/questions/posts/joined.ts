/** Joins the posts of several calls of one question. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import type { Work } from "../../base/async/work.ts";
import type { PostField } from "../../catalog/post-fields.ts";
import { markOf } from "./cursor.ts";
import { columnOf, type PostColumn, type PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

/** The marks of the first posts of a result. */
export function marksOf({ columns, rows }: PostsResult, count: number): (string | undefined)[] {
  const column = columns.findIndex(({ name }) => name === "id");
  return rows.slice(0, count).map((row) => markOf({ id: row[column] }));
}

/** Joins the first posts of a result and those that follow them. @param listed the number of the first posts. @param specified the fields in the specification. */
export function* joinPosts(
  before: PostsResult,
  listed: number,
  after: PostsResult,
  specified: readonly PostField[] | undefined,
): Work<PostsResult> {
  const first = before.rows.slice(0, listed);
  const names = [...new Set([...before.columns, ...after.columns].map(({ name }) => name))];
  const places = names.map((name) =>
    [before, after].map(({ columns }) => columns.findIndex((column) => column.name === name)),
  );
  const rows: PostCell[][] = [];
  for (const [side, list] of [first, after.rows].entries()) {
    for (const row of list) {
      rows.push(places.map((at) => itemAt(row, at[side])));
      yield;
    }
  }
  const columns = places.map(([beforePlace = -1, afterPlace = -1], at): PostColumn => {
    const [known, added] = [before.columns[beforePlace], after.columns[afterPlace]];
    const { name = "", field = "", type, adds } = known ?? added ?? {};
    const isSame = !known || !added || (added.type === type && added.adds === adds);
    const cells = rows.map((row) => row[at]);
    return (isSame && (known ?? added)) || columnOf(name, field, cells, specified);
  });
  const share = before.rows.length === 0 ? 0 : listed / before.rows.length;
  const bytes = Math.ceil(before.bytes * share) + after.bytes;
  const profileNames = new Map([...before.profileNames, ...after.profileNames]);
  return { ...after, columns, rows, bytes, profileNames };
}
