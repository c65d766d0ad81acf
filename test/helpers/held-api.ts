/** An API with one facebook profile, which holds answers of metrics until a test releases them. */
import { metricsAnswer, oneProfile, serveFakeApi } from "./fake-api.ts";

interface HeldApi {
  readonly baseUrl: string;
  /** The number of requests that wait for an answer. */
  readonly waiting: () => number;
  /** The number of requests whose client disconnected. */
  readonly leftAlone: () => number;
  readonly releaseOne: () => void;
  readonly release: () => void;
}

/** Serves an API with one facebook profile, which holds answers of metrics until they are released. */
export async function serveHeld(): Promise<HeldApi> {
  const releases = new Set<() => void>();
  let leftAlone = 0;
  let isOpen = false;
  const { baseUrl } = await serveFakeApi({
    profiles: oneProfile,
    metrics: async ({ body }, response) => {
      await new Promise<void>((resolve) => {
        const release = (): void => {
          releases.delete(release);
          resolve();
        };
        if (isOpen) return resolve();
        releases.add(release);
        response.once("close", () => {
          if (releases.delete(release)) leftAlone += 1;
        });
      });
      return metricsAnswer(body, () => 7);
    },
  });
  return {
    baseUrl,
    waiting: () => releases.size,
    leftAlone: () => leftAlone,
    releaseOne: () => {
      for (const releaseHeld of releases) return releaseHeld();
    },
    release: () => {
      isOpen = true;
      for (const releaseHeld of releases) releaseHeld();
    },
  };
}
