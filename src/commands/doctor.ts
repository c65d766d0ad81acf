/** Checks what the server needs on this machine, and prints how to put it into its clients. */
import type { Options } from "./options.ts";
import { checkups, type Finding } from "./checkups.ts";
import { clientSettings } from "./client-settings.ts";
import { report } from "./report.ts";

export const doctor = (options: Options): Promise<void> =>
  report(options, async () => {
    const findings = await checkups(options);
    const clients = clientSettings(options);
    const failed = findings.some(({ state }) => state === "bad");
    return {
      failed,
      text: [
        ...findings.map(lineOf),
        "",
        "To use it (put the secrets in the place of ${…}, where that stands: they are not printed):",
        ...clients.map(({ client, where, text }) => `\n${client}, ${where}:\n${text}`),
      ].join("\n"),
      json: { ok: !failed, findings, clients },
    };
  });

const marks: Readonly<Record<Finding["state"], string>> = {
  good: "ok  ",
  warning: "note",
  bad: "BAD ",
};

const lineOf = ({ state, what, detail }: Finding): string => `${marks[state]} ${what}: ${detail}`;
