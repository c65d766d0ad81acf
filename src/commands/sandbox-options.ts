/** What the sandbox is set to by the command line. */
import { operations, type Operation } from "../api/endpoints.ts";
import type { ServeOptions } from "../sandbox/http.ts";
import type { OAuthOptions } from "../sandbox/oauth/settings.ts";
import { optionalNumber, UsageError, wholeNumber, type Flags } from "./flags.ts";

/** @param isServed whether it is served by itself: within a server it has no authorization server. */
export function sandboxOptions(values: Flags, isServed: boolean): ServeOptions {
  const ofOAuth = ["auto-consent", "access-token-ttl", "refresh-token-ttl", "rotate"] as const;
  const unused = ofOAuth.find((name) => values[name] !== undefined && values.oauth !== true);
  if (unused !== undefined) throw new UsageError(`--${unused} needs --oauth`);
  const profiles = optionalNumber(values, "profiles");
  const complexity = optionalNumber(values, "complexity");
  return {
    ...(profiles === undefined ? {} : { profiles }),
    ...(complexity === undefined ? {} : { complexity }),
    ...(values["without-label-groups"] === true ? { labelGroups: false } : {}),
    ...(isServed && values.oauth === true ? { oauth: oauthOptions(values) } : {}),
    ...(values.log === undefined ? {} : { log: values.log }),
    failures: Object.fromEntries((values.fail ?? []).map(readFailure)),
  };
}

function oauthOptions(values: Flags): OAuthOptions {
  const { rotate } = values;
  if (rotate !== undefined && rotate !== "always" && rotate !== "near-expiry") {
    throw new UsageError(`--rotate takes always or near-expiry, not ${JSON.stringify(rotate)}`);
  }
  const redirectUri = values["redirect-uri"];
  const accessTokenSeconds = optionalNumber(values, "access-token-ttl", 1);
  const refreshTokenSeconds = optionalNumber(values, "refresh-token-ttl", 1);
  return {
    ...(redirectUri === undefined ? {} : { redirectUri }),
    ...(accessTokenSeconds === undefined ? {} : { accessTokenSeconds }),
    ...(refreshTokenSeconds === undefined ? {} : { refreshTokenSeconds }),
    rotateAlways: rotate === "always",
    autoConsent: values["auto-consent"] === true,
  };
}

/** `user=99`: the operation that fails, and its error code. */
function readFailure(text: string): [Operation, number] {
  const [name, code = ""] = text.split("=");
  const operation = operations.find((one) => one === name);
  if (operation !== undefined && code !== "") return [operation, wholeNumber("fail", code, 1)];
  throw new UsageError(
    `--fail takes OPERATION=CODE, where OPERATION is one of ${operations.join(", ")}`,
  );
}
