/** Maps callers over HTTP that sign in with an identity provider to the stored logins that they use. */
import { identityOf, loggedHash } from "../../suite/api/authorization.ts";
import { MappedCallers, subjectKey, type Subject } from "../../server/callers/mapped-callers.ts";
import { authenticationFlags, callersFile, loginProblems } from "../compose/callers.ts";
import { permittedFlags, permittedText, readPermitted } from "../compose/callers.ts";
import { UsageError } from "../terminal/flags.ts";
import { defineCommand, type Arguments } from "../terminal/command.ts";
import type { Report } from "../terminal/report.ts";
import { jsonFlag } from "../terminal/shared-flags.ts";

const usage = ["map SUBJECT", "remove SUBJECT", "list"];
const { auth: _auth, audience: _audience, ...mappingFlags } = authenticationFlags;
const flags = { ...mappingFlags, ...permittedFlags, ...jsonFlag };

export const command = defineCommand({
  name: "caller",
  summary: "map callers that sign in with an identity provider to logins",
  examples: ["map 248289761001 --issuer https://id.example.com --account acme", "list"],
  usage,
  flags,
  async run(input) {
    const [verb, value] = input.words;
    const { issuer, callers, "account-claim": claim } = input.values;
    const file = new MappedCallers(callersFile(callers));
    if (verb === "list" && value === undefined) return listed(file);
    if (value === undefined || (verb !== "map" && verb !== "remove"))
      throw new UsageError(`caller takes ${usage.join(", or ")}`);
    if (issuer === undefined)
      throw new UsageError(`caller ${verb} needs --issuer URL, the identity provider`);
    const subject = { issuer, claim, value };
    return verb === "map" ? mapped(file, subject, input) : removed(file, subject);
  },
});

type Input = Arguments<typeof flags>;

async function mapped(file: MappedCallers, subject: Subject, input: Input): Promise<Report> {
  const permitted = readPermitted(input.values);
  const { account: accounts, labels } = permitted;
  const today = new Date().toISOString().slice(0, 10);
  const isChanged = await file.map(subject, accounts, today, labels);
  const done = `${nameOf(subject)} now uses ${permittedText(permitted)}`;
  const lines = [
    isChanged ? `${done}, in place of what it used before.` : `${done}.`,
    ...(await loginProblems(input.environment, accounts)),
  ];
  return { text: lines.join("\n"), json: { ...subject, accounts, labels } };
}

async function removed(file: MappedCallers, subject: Subject): Promise<Report> {
  const key = subjectKey(subject);
  const isGone = await file.remove((caller) => subjectKey(caller) === key);
  const text = isGone
    ? `${nameOf(subject)} can no longer call.`
    : `${nameOf(subject)} is not mapped: nothing to remove.`;
  return { text, json: { ...subject, removed: isGone } };
}

async function listed(file: MappedCallers): Promise<Report> {
  const mappings = await file.list();
  const callers = mappings.map(({ account, since, ...subject }) => ({
    ...subject,
    accounts: account,
    since,
    hash: loggedHash(identityOf(subjectKey(subject))),
  }));
  const lines = callers.map(
    ({ accounts, labels, since, hash, ...subject }) =>
      `${nameOf(subject)}: ${permittedText({ account: accounts, labels })}, since ${since}; ${hash} in logs`,
  );
  return { text: lines.join("\n") || "No caller is mapped.", json: { callers } };
}

/** `sub "248289761001" of https://id.example.com/`. */
const nameOf = ({ issuer, claim, value }: Subject): string =>
  `${claim} ${JSON.stringify(value)} of ${issuer}`;
