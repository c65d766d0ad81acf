/** The statuses of listening queries (spec, States and transitions). */

export const queryStatuses = [
  { status: "Running", group: "active", meaning: "collects mentions" },
  { status: "Scheduled", group: "active", meaning: "starts on its scheduled date" },
  {
    status: "Regulated",
    group: "active",
    meaning: "reached its annual mention limit; resumes in the next billing period",
  },
  {
    status: "Suspended",
    group: "active",
    meaning:
      "does not collect mentions: reached its annual mention limit; resumes in the next billing period",
  },
  { status: "Paused", group: "inactive", meaning: "paused by a user; does not collect mentions" },
  { status: "Done", group: "inactive", meaning: "reached its end date; does not collect mentions" },
] as const;

export const queryGroups = ["active", "inactive"] as const;
