/** Replaces a file by another in one step. */

export interface Replacing {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Waits for some milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Error codes of Windows for a file that another process, such as a virus scanner, has open. */
const busy = new Set(["EACCES", "EBUSY", "EPERM"]);

/** About two seconds in all: as long as others usually hold a file. */
const waits = [10, 20, 40, 80, 160, 320, 640, 640];

/** @throws the error of the last attempt. */
export async function replaceFile(
  from: string,
  to: string,
  { platform, rename, wait }: Replacing,
): Promise<void> {
  for (const milliseconds of platform === "win32" ? waits : []) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!busy.has(code)) throw error;
    }
    await wait(milliseconds);
  }
  return rename(from, to);
}
