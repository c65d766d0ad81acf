/** The alerts in deploy/monitoring. */
import { parse } from "yaml";
import * as z from "zod";
import { readDeployed } from "../helpers/deploy.ts";

const alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({
            summary: z.string().regex(/^[A-Z].*\.$/),
            runbook: z.string(),
          }),
        }),
      ),
    }),
  ),
});

export const alertRules = alerts
  .parse(parse(readDeployed("monitoring/alerts.yaml")))
  .groups.flatMap((group) => group.rules);
