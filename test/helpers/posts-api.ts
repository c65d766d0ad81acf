/** An API whose pages of posts are what a test says, and what is read of its answers. */
import { connect, type Connected } from "./connect.ts";
import { serveFaulty } from "./faulty-api.ts";
import { idOf, readCsv } from "./results.ts";

const profiles = [
  { id: "1", name: "One", timezone: "Europe/Prague" },
  { id: "2", name: "Two", timezone: "Europe/Prague" },
];
/** An API whose pages of posts are these, each asked by the cursor of the one before. */
export async function withPages(
  pages: readonly object[] | ((body: Record<string, unknown>) => object),
  listed: readonly object[] = profiles,
): Promise<Connected> {
  const baseUrl = await serveFaulty((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const body = text === "" ? {} : JSON.parse(text);
      const pageOf = (): object => {
        if (typeof pages === "function") return pages(body);
        const before = pages.findIndex((page) => Object(page).next === body.after);
        return pages[body.after === undefined ? 0 : before + 1] ?? { posts: [] };
      };
      const answer = request.url?.endsWith("/profiles") ? { profiles: listed } : pageOf();
      response.end(JSON.stringify({ success: true, ...answer }));
    });
  });
  return connect({ baseUrl });
}

/** A column of the CSV that an answer links. */
export async function columnOf(
  connected: Connected,
  text: string,
  name: string,
): Promise<string[]> {
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  const [header = "", ...lines] = csv.split("\r\n").slice(0, -1);
  const column = header.split(",").indexOf(name);
  return lines.map((line) => line.split(",")[column] ?? "");
}
