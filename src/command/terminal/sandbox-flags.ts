/** The flags of the sandbox: of its own command, and of those that can embed it. */
import { operations, type Operation } from "../../suite/api/endpoints.ts";
import type { ServeOptions } from "../../sandbox/http.ts";
import { deviations, type Deviation } from "../../sandbox/metrics-answer.ts";
import { moveClockTo } from "../../base/time/clock.ts";
import { isDay } from "../../base/time/days.ts";
import { joinWorlds, readWorld, worldForms, type World } from "../../sandbox/world.ts";
import { sandboxSection } from "./command.ts";
import {
  inSection,
  integer,
  kindOf,
  optional,
  repeatable,
  text,
  toggle,
  type Values,
} from "./flags.ts";

/** `user=99`: the operation that fails, and its error code. */
const failure = kindOf<readonly [Operation, number]>(
  "OPERATION=CODE",
  `OPERATION=CODE, where OPERATION is one of ${operations.join(", ")}`,
  (pair) => {
    const operation = operations.find((name) => pair.startsWith(`${name}=`));
    const [, code] = /=([1-9]\d*)$/.exec(pair) ?? [];
    return operation === undefined || code === undefined ? undefined : [operation, Number(code)];
  },
);

const difference = kindOf<Deviation | World>(
  "WHAT",
  `one of ${deviations.join(", ")}, ${worldForms}`,
  (value) => deviations.find((name) => name === value) ?? readWorld(value),
);

/** Flags of the sandbox. */
export const sandboxFlags = {
  profiles: optional(integer("N"), "number of profiles on each network"),
  complexity: optional(integer("NUMBERS"), "most numbers in one answer"),
  "without-label-groups": toggle("disable shared labels and label groups"),
  today: optional(
    kindOf("DATE", "a date such as 2026-12-01", (date) => (isDay(date) ? date : undefined)),
    "the current date, of the program too",
  ),
  history: optional(integer("MONTHS", 1), "length of the account's history"),
  hostile: toggle("names and posts that attack their reader, as tests use them"),
  "breakdown-rows": optional(integer("N", 1), "rows of each breakdown"),
  differ: repeatable(
    difference,
    `differ from the specification in ${deviations.join(", ")}, ${worldForms}`,
  ),
  fail: repeatable(failure, "answer an operation with an error code"),
  log: optional(text("FILE"), "append one line per request to this file"),
};

/** The same for commands in which the sandbox replaces the API. */
export const embeddedSandboxFlags = inSection(sandboxSection, sandboxFlags);

export function readSandbox(values: Values<typeof sandboxFlags>): ServeOptions {
  const { profiles, complexity, log, differ, today } = values;
  if (today !== undefined) moveClockTo(today);
  return {
    profiles,
    complexity,
    log,
    differ: differ.filter((name) => typeof name === "string"),
    world: joinWorlds(differ.filter((name) => typeof name === "object")),
    isBelievable: !values.hostile,
    breakdownRows: values["breakdown-rows"],
    failures: Object.fromEntries(values.fail),
    historyMonths: values.history,
    labelGroups: !values["without-label-groups"],
  };
}
