/** Errors of connections: what failed, whether a retry can help, and what to do. */
import { ToolError, errorCodeOf, tellUser, type Advice } from "../errors/tool-error.ts";

/** A proxy could not be reached, or did not make a connection. */
export class ProxyFailed extends Error {
  readonly code = "PROXY_FAILED";

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

type Row = readonly [reason: string, advice: Advice];

const network = (reason: string): Row => [reason, checkNetwork];

const unreachable: Readonly<Record<string, Row>> = {
  ECONNREFUSED: network("refused the connection"),
  ECONNRESET: network("closed the connection"),
  ENOTFOUND: network("cannot be found in DNS"),
  EAI_AGAIN: network("cannot be found in DNS at the moment"),
  EHOSTUNREACH: network("cannot be reached"),
  ENETUNREACH: network("cannot be reached"),
  ETIMEDOUT: network("did not accept a connection in time"),
  UND_ERR_SOCKET: network("closed the connection"),
  UND_ERR_CONNECT_TIMEOUT: network("did not accept a connection in time"),
  UND_ERR_HEADERS_TIMEOUT: network("did not respond in time"),
  UND_ERR_BODY_TIMEOUT: network("stopped before its answer was complete"),
};

const untrusted: Row = [
  "has a certificate of an authority that this machine does not trust",
  checkAuthority,
];
const damaged: Row = ["has a certificate that is not valid", tellOperator];
const revocation: Row = ["has a certificate whose revocation list cannot be checked", tellOperator];
const otherHost: Row = ["has a certificate for another host", checkAddress];

/** Every code by which Node rejects a certificate (its documentation, X509 certificate error codes). No retry helps. */
export const certificateErrors: Readonly<Record<string, Row>> = {
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_REJECTED: untrusted,
  INVALID_CA: untrusted,
  CERT_NOT_YET_VALID: ["has a certificate that is not valid yet", checkClock],
  CERT_HAS_EXPIRED: ["has a certificate that has expired", checkClock],
  CERT_REVOKED: ["has a certificate that was revoked", tellOperator],
  HOSTNAME_MISMATCH: otherHost,
  ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
  ERR_TLS_CERT_ALTNAME_FORMAT: damaged,
  CERT_CHAIN_TOO_LONG: damaged,
  PATH_LENGTH_EXCEEDED: damaged,
  INVALID_PURPOSE: damaged,
  CERT_SIGNATURE_FAILURE: damaged,
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: damaged,
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: damaged,
  ERROR_IN_CERT_NOT_BEFORE_FIELD: damaged,
  ERROR_IN_CERT_NOT_AFTER_FIELD: damaged,
  UNABLE_TO_GET_CRL: revocation,
  UNABLE_TO_DECRYPT_CRL_SIGNATURE: revocation,
  CRL_SIGNATURE_FAILURE: revocation,
  CRL_NOT_YET_VALID: revocation,
  CRL_HAS_EXPIRED: revocation,
  ERROR_IN_CRL_LAST_UPDATE_FIELD: revocation,
  ERROR_IN_CRL_NEXT_UPDATE_FIELD: revocation,
};

const noTls: Row = ["does not speak TLS as this program does", checkAddress];
const noHttp = network("did not send a valid HTTP answer");

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
  const isLogin = status === 407;
  const options = { isFinal: isLogin || status === 403 };
  return new ToolError("upstream_failed", problem, isLogin ? proxyLogin : checkProxy, options);
}

/** @param advice instead of that on the network. */
function failure(host: string, cause: unknown, advice = checkNetwork): ToolError {
  const code = errorCodeOf(cause) ?? "";
  const certificate =
    certificateErrors[code] ?? (/^(EPROTO$|ERR_SSL_)/.test(code) ? noTls : undefined);
  const [reason, next] = certificate ?? unreachable[code] ?? noHttp;
  return new ToolError(
    "upstream_failed",
    `${host} ${reason}`,
    next === checkNetwork ? advice : next,
    { cause, isFinal: certificate !== undefined },
  );
}
