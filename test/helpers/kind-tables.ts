/** The tables of replies about a few profiles and days with gaps. */
import { connect } from "./connect.ts";
import { readReply } from "./reply-tables.ts";

const days = { date_start: "2026-10-03", date_end: "2026-10-08" };

/** The tables of a reply. */
export async function tables(question: object, dimensions: readonly string[]): Promise<string> {
  const { call } = await connect({ profiles: 40 });
  const { text } = await call("get_profile_metrics", { ...days, ...question, dimensions });
  return readReply(text)
    .tables.map(({ title, header, rows }) =>
      [...title, ...[header, ...rows].map((cells) => cells.join("|"))].join("\n"),
    )
    .join("\n\n");
}

/** أكمي العربية has no values from 10-05 to 10-07. */
export const some = ["Acme US", "Acme UK", "أكمي العربية"];
