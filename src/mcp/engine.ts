/** What the first question needs and the start does not: loaded together, with that question. */
export { answerMetrics } from "../metrics/answer.ts";
export { answerPosts } from "../posts/answer.ts";
export { cataloguePage } from "./resources/catalogue-page.ts";
export { complete } from "./prompts/completions.ts";
export { guide } from "./resources/guide.ts";
export { listAnswer } from "../replies/listing.ts";
export { metricsPage } from "../replies/metric-list.ts";
export { readKept } from "../replies/piece.ts";
export { datesOf } from "../time/asked-dates.ts";
export { nearest } from "../text/nearest.ts";
export { readResultCsv } from "./resources/result-csv.ts";
