/** An API with pages of posts, and columns of the CSV that answers link. */
import { connect, type Connected } from "./connect.ts";
import { serveFakeApi } from "./fake-api.ts";
import { idOf, readCsv } from "./results.ts";

const profiles = [
  { id: "1", name: "One", timezone: "Europe/Prague" },
  { id: "2", name: "Two", timezone: "Europe/Prague" },
];

/** Connects to an API with these pages of posts, each asked for by the cursor of the one before. */
export async function withPages(
  pages: readonly object[] | ((body: Readonly<Record<string, unknown>>) => object),
  listed: readonly object[] = profiles,
  options: Parameters<typeof connect>[0] = {},
): Promise<Connected> {
  const { baseUrl } = await serveFakeApi({
    profiles: listed,
    posts: ({ body }) => {
      if (typeof pages === "function") return pages(body);
      const before = pages.findIndex((page) => Object(page).next === body["after"]);
      return pages[body["after"] === undefined ? 0 : before + 1] ?? { posts: [] };
    },
  });
  return connect({ baseUrl, ...options });
}

/** Returns a column of the CSV that an answer links. */
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
