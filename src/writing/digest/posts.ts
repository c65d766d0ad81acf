/** Posts that stand out from those of their page. */
import { median } from "simple-statistics";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { creationTimes, profileColumn } from "../../questions/posts/columns.ts";
import type { PostsResult } from "../../questions/posts/rows.ts";
import type { PostCell } from "../../questions/posts/values.ts";
import type { Judgement } from "./findings.ts";
import type { Rule } from "./rules.ts";
import { labelText, numberText } from "./words.ts";

/** Posts of a page that have a usual number. */
const leastPosts = 5;

/** @throws ToolError `invalid_input` for posts without their page, their id or the number. */
export function standingOut(
  rule: Pick<Rule, "conditions" | "min" | "args" | "isAgainstMedian">,
  result: PostsResult,
): Judgement {
  const { conditions, min, args, isAgainstMedian } = rule;
  const { columns, rows, network, profileNames } = result;
  const placeOf = (name: string): number => columns.findIndex((column) => column.name === name);
  const { sort_by: sorted = "interactions" } = args;
  const name = conditions[0]?.metric ?? (typeof sorted === "string" ? sorted : "");
  const [page, number, id] = [profileColumn(result), placeOf(name), placeOf("id")];
  const fields = [name, ...conditions.map(({ metric = name }) => metric)];
  const lacking = fields.find((field) => placeOf(field) === -1);
  if (rows.length > 0 && ([page, id].includes(-1) || lacking !== undefined))
    throw inputError(
      `the posts have no ${lacking ?? "id, or no page"}`,
      `Name the fields id, page_id and ${fields.join(", ")}.`,
    );
  const timeOf = creationTimes(result);
  const meetsAll = (row: (typeof rows)[number]): boolean =>
    conditions.every(({ metric = name, isMet }) => isMet(valueOf(row[placeOf(metric)])));
  const findings = groupBy(rows, (row) => String(row[page])).flatMap((posts) => {
    const values = posts.map((row) => valueOf(row[number])).filter(Number.isFinite);
    if (isAgainstMedian && values.length < leastPosts) return [];
    const usual = isAgainstMedian ? median(values) : 1;
    return posts.flatMap((row) => {
      const value = valueOf(row[number]);
      if (!(usual > 0 && value >= min * usual) || !meetsAll(row)) return [];
      const subject = profileNames.get(String(row[page])) ?? "a page";
      const against = isAgainstMedian
        ? `, ${numberText(Math.floor((10 * value) / usual) / 10)} times the median of its page (${numberText(usual)})`
        : "";
      const text = `${labelText(name)} ${numberText(value)} of the post of ${timeOf?.(row) ?? "an unknown time"}${against}`;
      return [
        { key: `${network} ${String(row[id])}`, network, subject, text, size: value / usual },
      ];
    });
  });
  return { findings, judged: new Map() };
}

const valueOf = (cell: PostCell): number => (typeof cell === "number" ? cell : Number.NaN);
