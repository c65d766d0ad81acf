/** Telemetry of a server: for OpenTelemetry's SDK if the process has one, and as Prometheus text. */
import { version } from "../../../package.json";
import type { Log } from "../../base/log/log.ts";
import type { Prometheus } from "../../server/telemetry/prometheus.ts";

/** An OpenTelemetry SDK registers itself under this global symbol. */
const hasSdk = (): boolean => Symbol.for("opentelemetry.js.api.1") in globalThis;

export interface Telemetry {
  /** Receives the events of the log; undefined if nobody wants them. */
  readonly listener?: Log;
  readonly prometheus?: Prometheus;
}

/** Loads what is wanted, and nothing in a process without an SDK. @param withPrometheus for `--metrics-port`. */
export async function openTelemetryOf(
  transport: "pipe" | "tcp",
  withPrometheus = false,
): Promise<Telemetry> {
  if (!withPrometheus && !hasSdk()) return {};
  const { telemetryLog } = await import("../../server/telemetry/events.ts");
  const sdk = hasSdk()
    ? [(await import("../../server/telemetry/open-telemetry.ts")).openTelemetry(transport, version)]
    : [];
  if (!withPrometheus) return { listener: telemetryLog(sdk) };
  const prometheus = (await import("../../server/telemetry/prometheus.ts")).prometheus(transport);
  return { listener: telemetryLog([...sdk, prometheus]), prometheus };
}
