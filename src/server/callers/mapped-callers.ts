/** The callers that sign in with an identity provider: a file of subjects, each with the stored logins that it uses. */
import * as z from "zod";
import { accounts, CallerFile, limits } from "./caller-file.ts";

const mapped = z.strictObject({
  /** URL of the identity provider, with or without the slash of an empty path. */
  issuer: z.url(),
  claim: z.string(),
  value: z.string(),
  account: accounts,
  labels: limits,
  /** The day on which it was mapped. */
  since: z.string(),
});
export type MappedCaller = z.output<typeof mapped>;

/** Whom an identity provider names. The same value of another claim or another issuer is somebody else. */
export type Subject = Readonly<Omit<MappedCaller, "account" | "labels" | "since">>;

/** Unique for each subject, whatever characters its parts contain. */
export const subjectKey = ({ issuer, claim, value }: Subject): string =>
  JSON.stringify([new URL(issuer).href, claim, value]);

/** The entries are found by {@link subjectKey}. */
export class MappedCallers extends CallerFile<MappedCaller> {
  constructor(path: string) {
    super(path, "callers", mapped, subjectKey);
  }

  /** Maps a subject to logins and pages, in place of those that it was mapped to. Returns whether it was mapped before. */
  map(subject: Subject, account: string[], today: string, labels: string[] = []): Promise<boolean> {
    const key = subjectKey(subject);
    return this.change((callers) => {
      const rest = callers.filter((caller) => subjectKey(caller) !== key);
      const added = { ...subject, account, labels, since: today };
      return { entries: [...rest, added], outcome: rest.length < callers.length };
    });
  }
}
