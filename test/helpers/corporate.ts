/** A company's network: a private CA, and a proxy that is the only way out and inspects encrypted traffic. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request as requestOf, type IncomingMessage } from "node:http";
import { connect as connectTo, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folders.ts";

interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

export interface Authority {
  /** The file with its certificate. */
  readonly file: string;
  /** @param days it has expired if they are below 0. */
  readonly certificateOf: (host: string, days?: number) => Certificate;
}

const newKey = ["-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

/** A private CA, which no machine trusts by itself. */
export function newAuthority(): Authority {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const openssl = (...words: readonly string[]): void => {
    execFileSync("openssl", words, { stdio: "ignore" });
  };
  const [key, file] = [at("ca.key"), at("ca.crt")];
  openssl("req", "-x509", ...newKey, "-subj", "/CN=Corporate CA", "-keyout", key, "-out", file);
  let count = 0;
  return {
    file,
    certificateOf(host, days = 30) {
      count += 1;
      const [ownKey, request, cert] = [at(`${count}.key`), at(`${count}.csr`), at(`${count}.crt`)];
      writeFileSync(at("san"), `subjectAltName=DNS:${host}`);
      openssl("req", "-new", ...newKey, "-subj", `/CN=${host}`, "-keyout", ownKey, "-out", request);
      const signed = ["-CA", file, "-CAkey", key, "-extfile", at("san"), "-days", String(days)];
      openssl("x509", "-req", "-in", request, ...signed, "-out", cert);
      return { key: readFileSync(ownKey), cert: readFileSync(cert) };
    },
  };
}

export interface ProxyOptions {
  /** The answer to each CONNECT; 200 (default). */
  readonly status?: number;
  /** `USER:PASSWORD` that a client must send. */
  readonly login?: string;
  /** Inspects the traffic: it presents this certificate. The connection is passed on unread (default). */
  readonly inspecting?: Certificate;
  /** Where all requests go, whatever host they name. */
  readonly upstream: string;
}

export interface TestProxy {
  readonly host: string;
  /** The targets of the connections that clients asked for. */
  readonly targets: string[];
}

/** Serves until the test has finished. */
export async function serveProxy(options: ProxyOptions): Promise<TestProxy> {
  const { status = 200, login, inspecting, upstream } = options;
  const targets: string[] = [];
  const open = new Set<Socket>();
  const inside = createServer((message, response) => {
    const { method, url = "/", headers } = message;
    const request = requestOf(new URL(url, upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    message.pipe(request);
  });
  const proxy = createServer();
  proxy.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => {});
  });
  proxy.on("connect", (message: IncomingMessage, socket: Socket) => {
    targets.push(message.url ?? "");
    const sent = Buffer.from(message.headers["proxy-authorization"]?.slice(6) ?? "", "base64");
    const isAllowed = login === undefined || String(sent) === login;
    const code = isAllowed ? status : 407;
    socket.write(`HTTP/1.1 ${code} Answer\r\n\r\n`);
    if (code !== 200) socket.end();
    else if (inspecting === undefined) passOn(socket, upstream);
    else {
      const opened = new TLSSocket(socket, { isServer: true, ...inspecting });
      opened.on("error", () => {});
      inside.emit("connection", opened);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { host: `127.0.0.1:${address.port}`, targets };
}

function passOn(socket: Socket, upstream: string): void {
  const { port, hostname } = new URL(upstream);
  const target = connectTo(Number(port), hostname);
  target.on("error", () => socket.destroy());
  socket.pipe(target).pipe(socket);
}
