/** Answers to one network, or to all. */
export { answerMetrics } from "../metrics/answer.ts";
export { answerAllNetworks } from "./answer.ts";
