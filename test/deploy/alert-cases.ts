/** Series under which each alert fires, and others under which it does not, in the notation of `promtool test rules`. */

interface AlertCase {
  readonly alert: string;
  readonly world: string;
  /** Values per minute by series: `0+6x60` begins with 0 and grows by 6, 60 times; `_` is a scrape without a value. */
  readonly series: Readonly<Record<string, string>>;
  /** Minutes after which it is looked at. */
  readonly after: number;
  /** Labels of the alert that fires, besides its severity; undefined where none fires. */
  readonly fires?: Readonly<Record<string, string>>;
}

const calls = 'mcp_server_operation_duration_seconds_count{gen_ai_tool_name="list_profiles"}';
const refusals = (code: string): string => `social_analytics_refusals_total{code="${code}"}`;
const seconds = (bound: string): string =>
  `mcp_server_operation_duration_seconds_bucket{le="${bound}"}`;
const requests = (status: string): string => `social_analytics_requests_total{status="${status}"}`;
const answers = (status: string): string =>
  `social_analytics_http_answers_total{status="${status}"}`;
const node = (metric: string, name: string): string =>
  `${metric}{job="social-analytics-mcp",instance="${name}:9464"}`;

export const alertCases: readonly AlertCase[] = [
  {
    alert: "CallsFail",
    world: "one call in ten is a defect",
    series: { [calls]: "0+60x60", [refusals("internal_error")]: "0+6x60" },
    after: 30,
    fires: {},
  },
  {
    alert: "CallsFail",
    world: "half of the calls are mistakes of callers",
    series: { [calls]: "0+60x60", [refusals("invalid_input")]: "0+30x60" },
    after: 30,
  },
  {
    alert: "CallsFail",
    world: "nobody calls",
    series: { [calls]: "5+0x60", [refusals("internal_error")]: "5+0x60" },
    after: 30,
  },
  {
    alert: "CallsAreSlow",
    world: "one call in ten takes a minute",
    series: {
      [seconds("30")]: "0+54x60",
      [seconds("60")]: "0+60x60",
      [seconds("+Inf")]: "0+60x60",
    },
    after: 40,
    fires: {},
  },
  {
    alert: "CallsAreSlow",
    world: "one call in a hundred takes a minute",
    series: {
      [seconds("10")]: "0+594x60",
      [seconds("30")]: "0+594x60",
      [seconds("60")]: "0+600x60",
      [seconds("+Inf")]: "0+600x60",
    },
    after: 40,
  },
  {
    alert: "GateIsClosed",
    world: "the gate of one node is closed",
    series: {
      [node("social_analytics_gate_closed", "node-one")]: "1+0x60",
      [node("social_analytics_gate_closed", "node-two")]: "0+0x60",
    },
    after: 30,
    fires: {},
  },
  {
    alert: "GateIsClosed",
    world: "the gate opens again after ten minutes",
    series: { [node("social_analytics_gate_closed", "node-one")]: "1x10 0x50" },
    after: 30,
  },
  {
    alert: "QuotaIsLow",
    world: "one of two credentials has 20 requests left",
    series: {
      'social_analytics_quota_remaining{credential="3fa2b1c0"}': "20+0x60",
      'social_analytics_quota_remaining{credential="77aa00ff"}': "300+0x60",
    },
    after: 30,
    fires: { credential: "3fa2b1c0" },
  },
  {
    alert: "QuotaIsLow",
    world: "fifty requests are left",
    series: { 'social_analytics_quota_remaining{credential="3fa2b1c0"}': "50+0x60" },
    after: 30,
  },
  {
    alert: "ApiFails",
    world: "one request in five has no answer, or an error of the API",
    series: {
      [requests("200")]: "0+48x60",
      [requests("none")]: "0+6x60",
      [requests("502")]: "0+6x60",
    },
    after: 30,
    fires: {},
  },
  {
    alert: "ApiFails",
    world: "the API rejects requests of callers",
    series: { [requests("200")]: "0+30x60", [requests("400")]: "0+30x60" },
    after: 30,
  },
  {
    alert: "LoginIsRejected",
    world: "six calls in ten minutes find no login",
    series: { [refusals("not_logged_in")]: "0x10 1+1x20" },
    after: 20,
    fires: {},
  },
  {
    alert: "LoginIsRejected",
    world: "a login was rejected twice, and replaced",
    series: { [refusals("unauthorized")]: "0x10 1+1x1 2x40" },
    after: 20,
  },
  {
    alert: "CallersAreRejected",
    world: "two requests a second have no valid token",
    series: { [answers("401")]: "0+120x60" },
    after: 30,
    fires: {},
  },
  {
    alert: "CallersAreRejected",
    world: "clients ask where to sign in",
    series: { [answers("401")]: "0+6x60", [answers("200")]: "0+600x60" },
    after: 30,
  },
  {
    alert: "RedisIsDown",
    world: "one of two nodes does not reach Redis",
    series: {
      [node("social_analytics_redis_up", "node-one")]: "1+0x60",
      [node("social_analytics_redis_up", "node-two")]: "0+0x60",
    },
    after: 15,
    fires: {},
  },
  {
    alert: "RedisIsDown",
    world: "Redis restarts within two minutes",
    series: { [node("social_analytics_redis_up", "node-one")]: "1x5 0x2 1x50" },
    after: 15,
  },
  {
    alert: "MemoryIsHigh",
    world: "a node uses 1,050 MB",
    series: { [node("process_resident_memory_bytes", "node-one")]: "1050000000+0x60" },
    after: 30,
    fires: {},
  },
  {
    alert: "MemoryIsHigh",
    world: "another program uses 2 GB",
    series: {
      [node("process_resident_memory_bytes", "node-one")]: "300000000+0x60",
      'process_resident_memory_bytes{job="other"}': "2000000000+0x60",
    },
    after: 30,
  },
  {
    alert: "EventLoopIsSlow",
    world: "a node answers others two seconds late",
    series: { [node("nodejs_eventloop_lag_max_seconds", "node-one")]: "2+0x60" },
    after: 30,
    fires: {},
  },
  {
    alert: "EventLoopIsSlow",
    world: "a node answers others half a second late",
    series: { [node("nodejs_eventloop_lag_max_seconds", "node-one")]: "0.5+0x60" },
    after: 30,
  },
  {
    alert: "NodeIsGone",
    world: "one of two nodes does not answer",
    series: { [node("up", "node-one")]: "1+0x60", [node("up", "node-two")]: "1x10 0x50" },
    after: 30,
    fires: {},
  },
  {
    alert: "NodeIsGone",
    world: "no node answers",
    series: { [node("up", "node-one")]: "1x10 0x50", [node("up", "node-two")]: "1x10 0x50" },
    after: 30,
    fires: {},
  },
  {
    alert: "NodeIsGone",
    world: "Prometheus finds no node any more",
    series: { [node("up", "node-one")]: "1x10 _x50", [node("up", "node-two")]: "1x10 _x50" },
    after: 30,
    fires: {},
  },
  {
    alert: "NodeIsGone",
    world: "nodes are replaced one after the other",
    series: {
      [node("up", "node-one")]: "1x10 0x3 1x50",
      [node("up", "node-two")]: "1x16 0x3 1x50",
    },
    after: 21,
  },
];
