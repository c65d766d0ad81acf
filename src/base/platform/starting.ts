/** Commands that start programs. */

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

/** Windows starts scripts such as npx through its shell only. */
export const withNpx = (platform: NodeJS.Platform, ...args: readonly string[]): Started =>
  platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", "-y", ...args] }
    : { command: "npx", args: ["-y", ...args] };

export const nodeFile = (platform: NodeJS.Platform): string =>
  platform === "win32" ? "node.exe" : "node";

/** The program lies in a folder of npx, which npm may clear. */
export const isNpxCopy = (program: string): boolean => /[\\/]_npx[\\/]/.test(program);
