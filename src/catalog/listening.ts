/** The statuses of listening queries (spec, States and transitions). */

export const queryStatuses = [
  { status: "Running", group: "active", meaning: "collects mentions" },
  { status: "Scheduled", group: "active", meaning: "starts on its scheduled date" },
  {
    status: "Regulated",
    group: "active",
    meaning: "hit its annual mentions limit; runs again at the next billing period",
  },
  {
    status: "Suspended",
    group: "active",
    meaning:
      "collects nothing: the annual mentions limit was reached; resumes at the next billing period",
  },
  { status: "Paused", group: "inactive", meaning: "paused by a user; collects nothing" },
  { status: "Done", group: "inactive", meaning: "reached its end date; collects nothing" },
] as const;

export const queryGroups = ["active", "inactive"] as const;
