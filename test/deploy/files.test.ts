/** The files in deploy/ are valid, agree with each other and with the limits of the server, and hold no secret. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { httpLimits, ourLimits } from "../../src/catalog/limits.ts";
import { deployFolder, dockerInstructions, objectsIn, readDeployed } from "../helpers/deploy.ts";
import { hasNginx, nginxSettings } from "../helpers/nginx.ts";
import { isMissing } from "../helpers/system.ts";

const kinds = { ConfigMap, Deployment, NetworkPolicy, PodDisruptionBudget, Service, StatefulSet };

const kindShape = z.looseObject({ kind: z.enum(Object.keys(kinds)) });

const settings = {
  PATH: process.env["PATH"] ?? "",
  REDIS_PASSWORD: "password-of-tests",
  SOCIAL_ANALYTICS_PASSPHRASE: "passphrase-of-tests",
  SOCIAL_ANALYTICS_BASE_URL: "https://api.example.com/",
};

test("the Dockerfile is valid", () => {
  expect(validate(readDeployed("Dockerfile"))).toEqual([]);
  expect(validate("FROM node\nHEALTHCHEK x"), "the linter finds mistakes").toHaveLength(1);
});

test("the image is built in stages of one pinned version, and does not run as root", () => {
  const lines = dockerInstructions();
  const images = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(images).size).toBe(1);
  expect(images).toHaveLength(2);
  expect(images[0]).toMatch(/^node:\d+\.\d+\.\d+-/);
  expect(lines.findLast((line) => line.startsWith("USER "))).toBe("USER 1000:1000");
});

test.skipIf(isMissing("docker-compose"))("the compose file is valid", () => {
  const config = (file: string, text?: string): string =>
    execFileSync("docker-compose", ["-f", file, "config"], {
      cwd: deployFolder,
      env: settings,
      encoding: "utf8",
      ...(text === undefined ? {} : { input: text }),
      stdio: ["pipe", "pipe", "ignore"],
    });
  const { services } = z
    .object({ services: z.record(z.string(), z.unknown()) })
    .parse(parse(config("compose.yaml")));
  expect(new Set(Object.keys(services))).toEqual(
    new Set(["admin", "node-one", "node-two", "nginx", "prometheus", "redis"]),
  );
  const wrong = readDeployed("compose.yaml").replace("read_only: true", "readonly: true");
  expect(() => config("-", wrong), "the validator finds mistakes").toThrow(/failed/i);
});

test("every service of the compose file has a limit of memory, Redis one that its data fits twice", () => {
  const service = z.object({ mem_limit: z.string().regex(/^\d+[mg]$/) });
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(readDeployed("compose.yaml"), { merge: true }));
  expect(services["redis"]?.mem_limit).toBe("1g");
  expect(readDeployed("redis.conf")).toContain("maxmemory 512mb");
});

test("the compose file has no secret, and needs those that nobody can do without", () => {
  const text = readDeployed("compose.yaml");
  const named = readDeployed(".env.example").match(/^\w+(?==)/gm) ?? [];
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(named));
  for (const secret of ["REDIS_PASSWORD", "SOCIAL_ANALYTICS_PASSPHRASE"])
    expect(text).toContain(`\${${secret}:?}`);
});

test.skipIf(!hasNginx)("the settings of nginx are valid but for the names of the nodes", () => {
  const path = nginxSettings(8080, [3001, 3002]);
  const check = (): void => void execFileSync("nginx", ["-t", "-c", path], { stdio: "pipe" });
  expect(check).not.toThrow();
  writeFileSync(path, readFileSync(path, "utf8").replace("proxy_buffering", "proxybuffering"));
  expect(check).toThrow(/unknown directive/);
});

/** Seconds of a setting of nginx. */
function nginxSeconds(setting: string): number {
  const [, seconds] = new RegExp(` ${setting} (\\d+)s;`).exec(readDeployed("nginx.conf")) ?? [];
  return Number(seconds);
}

test("nginx passes the largest request, and waits longer than a call takes", () => {
  const text = readDeployed("nginx.conf");
  expect(httpLimits.bodyBytes).toBe(1024 * 1024);
  expect(text).toMatch(/client_max_body_size 1m;/);
  for (const setting of ["proxy_read_timeout", "proxy_send_timeout"])
    expect(nginxSeconds(setting)).toBeGreaterThan(ourLimits.deadlineSeconds);
  expect(text).toMatch(/proxy_buffering off;/);
});

test("nginx closes an idle connection before a node does", () => {
  expect(nginxSeconds("keepalive_timeout")).toBeLessThan(httpLimits.keepAliveSeconds);
});

test.each(readdirSync(join(deployFolder, "kubernetes")))("%s holds valid objects", (file) => {
  for (const object of objectsIn(file)) {
    const { kind } = kindShape.parse(object);
    const model = Object.entries(kinds).find(([name]) => name === kind)?.[1];
    expect(model).toBeDefined();
    expect(() => Reflect.construct(model ?? Object, [object]).validate()).not.toThrow();
  }
});

test("the validator of Kubernetes objects finds mistakes", () => {
  const [deployment] = objectsIn("server.yaml");
  const wrong = JSON.parse(JSON.stringify(deployment).replace("containerPort", "container_port"));
  expect(() => new Deployment(wrong).validate()).toThrow(/containerPort/);
});

const container = z.looseObject({
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
  image: z.string(),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
  }),
});

test("a node of Kubernetes stops in time, has memory for its limit, and gets secrets by reference", () => {
  const { replicas, template } = z
    .object({ replicas: z.number(), template: z.object({ spec: z.looseObject({}) }) })
    .parse(z.looseObject({ spec: z.unknown() }).parse(objectsIn("server.yaml")[0]).spec);
  expect(replicas).toBe(2);
  const spec = z
    .object({
      terminationGracePeriodSeconds: z.number(),
      containers: z.array(container).length(1),
      securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
    })
    .parse(template.spec);
  const [server] = spec.containers;
  const pause = Number(/(\d+)\)$/.exec(server?.lifecycle.preStop.exec.command.at(-1) ?? "")?.[1]);
  const stopping = pause / 1000 + httpLimits.stopSeconds;
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stopping);
  expect(server?.resources.limits.memory).toBe("1Gi");
  expect(ourLimits.memoryMebibytes).toBeLessThanOrEqual(512);
  for (const { name } of server?.env ?? [])
    expect(name).not.toMatch(/PASSPHRASE|REDIS|TOKEN|SECRET/);
});

test("Redis keeps quotas and logins, wherever it runs", () => {
  const { data } = z
    .object({ data: z.object({ "redis.conf": z.string() }) })
    .parse(objectsIn("redis.yaml")[0]);
  const lines = (text: string): string[] => text.split("\n").filter((line) => /^[^#]/.test(line));
  expect(lines(data["redis.conf"])).toEqual(lines(readDeployed("redis.conf")));
  expect(lines(readDeployed("redis.conf"))).toEqual(
    expect.arrayContaining(["maxmemory-policy volatile-lru", "appendonly yes"]),
  );
});
