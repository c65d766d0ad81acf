/** Keeps results and charts beyond the process, for one caller. */
import type { Chart, ChartOrigin, StoredChart } from "./chart.ts";
import type { StoredResult } from "./reply.ts";

/** No method rejects: what cannot be kept is not found later. */
export interface ResultArchive {
  put(result: StoredResult): Promise<void>;
  /** Returns false if the archive does not have the result, or has lost it. */
  has(result: StoredResult): Promise<boolean>;
  get(id: string): Promise<StoredResult | undefined>;
  putChart(id: string, origin: ChartOrigin): Promise<void>;
  getChart(id: string): Promise<ChartOrigin | undefined>;
  /** The code that draws charts, which is loaded on demand. */
  charts(): Promise<{
    readonly storedChart: (id: string, chart: Chart, origin: ChartOrigin) => StoredChart;
  }>;
}

export const noArchive: ResultArchive = {
  put: async () => {},
  has: async () => true,
  get: async () => undefined,
  putChart: async () => {},
  getChart: async () => undefined,
  charts: () => Promise.reject(new Error("there are no charts")),
};
