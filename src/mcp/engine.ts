/** What the first question needs and the start does not: loaded together, with that question. */
export { answerMetrics } from "./answer-metrics.ts";
export { answerPosts } from "./answer-posts.ts";
export { cataloguePage } from "./catalogue-page.ts";
export { complete } from "./completions.ts";
export { guide } from "./guide.ts";
export { readKept } from "./kept-answer.ts";
export { readResultCsv } from "./result-csv.ts";
