/** Checks what the server needs on this machine, and prints the settings of its clients. */
import { runChecks, type Finding } from "./checks.ts";
import { clientSettings } from "./client-settings.ts";
import { defineCommand } from "./command.ts";
import { printReport } from "./report.ts";
import { jsonFlag, readServing, serveFlags } from "./shared-flags.ts";

export const command = defineCommand({
  name: "doctor",
  summary: "check this machine and print the settings of MCP clients",
  flags: { ...serveFlags, ...jsonFlag },
  async run(input) {
    const findings = await runChecks(readServing(input));
    const clients = clientSettings(input);
    const failed = findings.some(({ state }) => state === "bad");
    const text = [
      ...findings.map(lineOf),
      "",
      "Settings of MCP clients (replace each ${…} by its secret; secrets are not printed):",
      ...clients.map((one) => `\n${one.client}, ${one.where}:\n${one.text}`),
    ].join("\n");
    printReport({ failed, text, json: { ok: !failed, findings, clients } }, input.values.json);
  },
});

const marks: Readonly<Record<Finding["state"], string>> = {
  good: "ok  ",
  warning: "note",
  bad: "BAD ",
};

const lineOf = ({ state, what, detail }: Finding): string => `${marks[state]} ${what}: ${detail}`;
