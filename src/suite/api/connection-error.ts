/** Errors of connections: what failed, whether a retry can help, and what to do. */
import { ToolError, errorCodeOf, tellUser, type Advice } from "../../base/errors/tool-error.ts";

/** A proxy could not be reached, or did not make a connection. */
export class ProxyFailed extends Error {
  /** @param proxy its host and port. @param status of its answer, if it rejected the connection. */
  constructor(
    readonly proxy: string,
    readonly status: number | undefined,
    options?: ErrorOptions,
  ) {
    super(`the proxy ${proxy} failed`, options);
  }
}

export const checkNetwork: Advice = {
  forModel:
    "Retry once. If the call fails again, tell the user to check the base URL and the network connection.",
  forUser: () => "Check the base URL and the network connection, then try again.",
};
const checkAddress = tellUser`Check the base URL: it must be the address of the API.`;
const checkAuthority = tellUser`If the network inspects encrypted traffic, or the host has a certificate of a private CA, set NODE_EXTRA_CA_CERTS to the file with the certificate of that CA (PEM). Otherwise, do not send credentials there.`;
const checkClock = tellUser`Check the date and time of this machine. If they are right, tell the operator of the host to renew its certificate.`;
const tellOperator = tellUser`Report this to the operator of the host: its certificate must be replaced.`;
const checkProxy = tellUser`Check HTTPS_PROXY in the environment of this program, and that the proxy allows connections to this host; NO_PROXY lists hosts that need no proxy.`;
const proxyLogin = tellUser`Put the proxy's user and password into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT.`;

/** By the codes of the system and of undici. */
const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection",
  ENOTFOUND: "cannot be found in DNS",
  EAI_AGAIN: "cannot be found in DNS at the moment",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  ETIMEDOUT: "did not accept a connection in time",
  UND_ERR_SOCKET: "closed the connection",
  UND_ERR_CONNECT_TIMEOUT: "did not accept a connection in time",
  UND_ERR_HEADERS_TIMEOUT: "did not respond in time",
  UND_ERR_BODY_TIMEOUT: "stopped before its answer was complete",
};

/**
 * The errors by which Node rejects a certificate or a handshake, by the codes of its documentation (X509 certificate
 * error codes); the first pattern that fits counts. No retry helps.
 */
const handshake: readonly (readonly [RegExp, string, Advice])[] = [
  [/^(EPROTO$|ERR_SSL_)/, "rejected the TLS handshake, or does not use TLS", checkAddress],
  [/^CERT_NOT_YET_VALID$/, "has a certificate that is not valid yet", checkClock],
  [/^CERT_HAS_EXPIRED$/, "has a certificate that has expired", checkClock],
  [/^CERT_REVOKED$/, "has a certificate that was revoked", tellOperator],
  [/HOSTNAME_MISMATCH|ALTNAME_INVALID/, "has a certificate for another host", checkAddress],
  [
    /ISSUER_CERT|LEAF_SIGNATURE|SELF_SIGNED|CERT_UNTRUSTED|CERT_REJECTED|INVALID_CA/,
    "has a certificate of an authority that this machine does not trust",
    checkAuthority,
  ],
  [/CRL/, "has a certificate whose revocation list cannot be checked", tellOperator],
  [
    /CERT|ISSUER_PUBLIC_KEY|PATH_LENGTH|INVALID_PURPOSE/,
    "has a certificate that is not valid",
    tellOperator,
  ],
];

/** Returns defects of this server unchanged, and any other error of a request as an error of the connection. */
export function connectionError({ host }: Pick<URL, "host">, error: unknown): unknown {
  const cause = rootOf(error);
  if (cause instanceof ToolError || cause instanceof TypeError) return cause;
  if (cause instanceof ProxyFailed) return proxyError(cause, host);
  return failure(host, cause);
}

/** `fetch` wraps the error of its connection. */
const rootOf = (error: unknown): unknown =>
  error instanceof TypeError && error.cause !== undefined ? error.cause : error;

function proxyError({ proxy, status, cause }: ProxyFailed, host: string): ToolError {
  if (status === undefined) return failure(`the proxy ${proxy}`, cause, checkProxy);
  const problem = `the proxy ${proxy} rejected a connection to ${host} (status ${status})`;
  const needsLogin = status === 407;
  const options = { isFinal: needsLogin || status === 403 };
  return new ToolError("upstream_failed", problem, needsLogin ? proxyLogin : checkProxy, options);
}

/** @param advice for failures that are not about a certificate. */
function failure(host: string, cause: unknown, advice = checkNetwork): ToolError {
  const code = errorCodeOf(cause) ?? "";
  const [, rejection, next = advice] = handshake.find(([pattern]) => pattern.test(code)) ?? [];
  const reason = rejection ?? unreachable[code] ?? "did not send a valid HTTP answer";
  const options = { cause, isFinal: rejection !== undefined };
  return new ToolError("upstream_failed", `${host} ${reason}`, next, options);
}
