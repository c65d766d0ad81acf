/** What the first question needs and the start does not: loaded together, with that question. */
export { answerMetrics } from "./answer-metrics.ts";
export { readPiece } from "./piece-answer.ts";
export { readResultCsv } from "./result-csv.ts";
