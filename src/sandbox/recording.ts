/** The file that `check-api --record` writes and `sandbox --replay` reads. */
import * as z from "zod";
import { isDay } from "./calendar.ts";

const exchangeShape = z.object({
  method: z.string(),
  path: z.string(),
  /** The body of the request, with replaced ids; null without a body. */
  request: z.unknown(),
  status: z.number(),
  /** The time until the whole answer was read. */
  milliseconds: z.number(),
  /** The length of the answer as it was received. */
  bytes: z.number(),
  answer: z.unknown(),
});
const recordingShape = z.object({
  recording: z.literal(1),
  /** The day in UTC on which the questions were sent. */
  day: z.string().refine(isDay),
  exchanges: z.array(exchangeShape),
});

export type RecordedExchange = z.output<typeof exchangeShape>;
export type Recording = z.output<typeof recordingShape>;

/** @throws Error for a text that is not a recording. */
export const readRecording = (text: string): Recording => recordingShape.parse(JSON.parse(text));
