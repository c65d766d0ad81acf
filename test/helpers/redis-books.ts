/** Request books of nodes that share a Redis. */
import type { RequestBook } from "../../src/suite/quota/request-book.ts";
import { RedisRequestBook } from "../../src/suite/redis/request-book.ts";
import { openLink, type TestRedis } from "./redis.ts";
import { start } from "./request-books.ts";

export const countOf = async (book: RequestBook): Promise<number> =>
  (await book.state(start)).counted.count;

export async function nodeOn({ url }: TestRedis, account?: string): Promise<RequestBook> {
  const link = await openLink({ url, prefix: "test:" });
  return new RedisRequestBook(link, { user: "ada", account }, () => start);
}
