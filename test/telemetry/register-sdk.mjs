/** Registers OpenTelemetry's SDK as an operator would with `--import`, and prints the name of each span on stderr. */
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const exporter = {
  export(spans, done) {
    for (const { name } of spans) process.stderr.write(`span: ${name}\n`);
    done({ code: 0 });
  },
  shutdown: async () => {},
};

trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
