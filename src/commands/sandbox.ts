/** Serves the sandbox API until a signal stops it. */
import { serveSandbox } from "../sandbox/http.ts";
import type { OAuthOptions } from "../sandbox/oauth/settings.ts";
import { defineCommand, type Arguments } from "./command.ts";
import { oneOf, optional, text, toggle, UsageError, wholeNumber, withDefault } from "./flags.ts";
import { portError, portFlag, readSandbox, sandboxFlags } from "./shared-flags.ts";
import { print } from "./terminal.ts";

const seconds = wholeNumber("SECONDS", 1);

/** Flags of its authorization server. */
const oauthFlags = {
  "redirect-uri": optional(text("URI"), "registered redirect URI"),
  "auto-consent": toggle("approve every login as the first user, without a page"),
  "access-token-ttl": optional(seconds, "lifetime of access tokens"),
  "refresh-token-ttl": optional(seconds, "lifetime of refresh tokens"),
  rotate: withDefault(
    oneOf("WHEN", ["near-expiry", "always"]),
    "near-expiry",
    "when a refresh brings a new refresh token: near-expiry, always",
  ),
};

const flags = {
  port: portFlag(4010),
  ...sandboxFlags,
  oauth: toggle("serve an authorization server too; the flags below need it"),
  ...oauthFlags,
};

export const command = defineCommand({
  name: "sandbox",
  summary: "serve the sandbox API with a made-up account",
  flags,
  async run(input) {
    const { port } = input.values;
    const oauth = readOAuth(input);
    const options = { ...readSandbox(input.values), ...(oauth === undefined ? {} : { oauth }) };
    const served = await serveSandbox(options, port).catch((cause: unknown) => {
      throw portError(cause, "127.0.0.1", port);
    });
    print("The sandbox API is ready. To use it as its first user:\n");
    for (const [name, value] of Object.entries(served.environment))
      print(`export ${name}=${value}`);
    print("\nIts users share one account:");
    for (const { name, token, secret, restricted } of served.users) {
      const note = restricted ? " (sees every other profile)" : "";
      print(`  ${name}: token ${token}, secret ${secret}${note}`);
    }
    if (oauth !== undefined) {
      const { clientId, clientSecret, redirectUri } = served.oauth;
      print("\nTo log in with OAuth:\n");
      print(`  client id      ${clientId}`);
      print(`  client secret  ${clientSecret}`);
      print(`  redirect URI   ${redirectUri}`);
      print(
        `\n  printf %s '${clientSecret}' | node ${process.argv[1]} login --oauth --base-url ${served.baseUrl} \\\n    --client-id '${clientId}' --redirect-uri ${redirectUri}`,
      );
    }
    print("\nStop it with Ctrl+C.");
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => void served.close());
  },
});

/** Undefined without `--oauth`. @throws UsageError */
function readOAuth({ values, given }: Arguments<typeof flags>): OAuthOptions | undefined {
  const unused = Object.keys(oauthFlags).find((name) => given.has(name));
  if (!values.oauth && unused !== undefined) throw new UsageError(`--${unused} needs --oauth`);
  if (!values.oauth) return undefined;
  const redirectUri = values["redirect-uri"];
  const accessTokenSeconds = values["access-token-ttl"];
  const refreshTokenSeconds = values["refresh-token-ttl"];
  return {
    ...(redirectUri === undefined ? {} : { redirectUri }),
    ...(accessTokenSeconds === undefined ? {} : { accessTokenSeconds }),
    ...(refreshTokenSeconds === undefined ? {} : { refreshTokenSeconds }),
    rotateAlways: values.rotate === "always",
    autoConsent: values["auto-consent"],
  };
}
