/** A server with a stored result and a folder in which it saves files. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { connect, type Called, type Connected } from "./connect.ts";
import { temporaryFolder } from "./folders.ts";
import { dailyQuestion, idOf } from "./results.ts";

interface Saving extends Connected {
  readonly folder: string;
  readonly result: string;
}

export async function saving(): Promise<Saving> {
  const folder = join(temporaryFolder(), "reports");
  mkdirSync(folder, { mode: 0o700 });
  const connected = await connect({ saveTo: folder });
  const { text } = await connected.call("get_profile_metrics", dailyQuestion);
  return { ...connected, folder, result: idOf(text) };
}

export const pathIn = ({ text }: Called): string => /^Saved (.+?): /.exec(text)?.[1] ?? "";
