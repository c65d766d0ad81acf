export const killPoints = [
  "with the lock",
  "before the request",
  "after the request",
  "after storing",
  "after reading back",
] as const;

export type KillPoint = (typeof killPoints)[number];
