/** Serves the sandbox API until a signal stops it. */
import { serveSandbox, type ServedSandbox } from "../../sandbox/http.ts";
import { defaults, type OAuthOptions } from "../../sandbox/oauth/settings.ts";
import { defineCommand, type Arguments } from "../terminal/command.ts";
import { integer, oneOf, optional, text, toggle, withDefault } from "../terminal/flags.ts";
import { UsageError } from "../terminal/flags.ts";
import { readSandbox, sandboxFlags } from "../terminal/sandbox-flags.ts";
import { listening, portFlag } from "../terminal/shared-flags.ts";
import { stopOnSignal } from "../terminal/signals.ts";
import { serveWithoutStdout, print, programName } from "../terminal/output.ts";
import { fitted } from "../terminal/wrap.ts";

const seconds = integer("SECONDS", 1);
const rotation = oneOf("WHEN", ["near-expiry", "always"]);

const oauthFlags = {
  "redirect-uri": optional(text("URI"), "registered redirect URI"),
  "auto-consent": toggle("approve every login as the first user, without a page"),
  "access-token-ttl": optional(seconds, "lifetime of access tokens"),
  "refresh-token-ttl": optional(seconds, "lifetime of refresh tokens"),
  rotate: withDefault(rotation, "near-expiry", "when refresh tokens change: near-expiry, always"),
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
  examples: ["", "--profiles 10000 --complexity 50000", "--oauth --auto-consent"],
  flags,
  async run(input) {
    const { port } = input.values;
    const oauth = readOAuth(input);
    const options = { ...readSandbox(input.values), ...(oauth === undefined ? {} : { oauth }) };
    const served = await listening(serveSandbox(options, port), "127.0.0.1", port);
    serveWithoutStdout();
    print("The sandbox API is ready. To use it as its first user:\n");
    for (const [name, value] of Object.entries(served.environment))
      print(`export ${name}=${value}`);
    print("\nIts users share one account:");
    for (const { name, token, secret, restricted } of served.users) {
      const note = restricted ? " (sees every other profile)" : "";
      print(fitted(`  ${name}: token ${token}, secret ${secret}${note}`, process.stdout, 4));
    }
    if (oauth !== undefined) print(oauthNote(served));
    print("\nStop it with Ctrl+C.");
    stopOnSignal(served.close);
  },
});

const oauthNote = ({ baseUrl, oauth }: ServedSandbox): string => `
To log in with OAuth:

  client id      ${oauth.clientId}
  client secret  ${oauth.clientSecret}
  redirect URI   ${oauth.redirectUri}

  printf %s '${oauth.clientSecret}' | ${programName()} login --oauth --base-url ${baseUrl} \\
    --client-id '${oauth.clientId}' --redirect-uri ${oauth.redirectUri}`;

/** Undefined without `--oauth`. @throws UsageError */
function readOAuth({ values, flagTexts }: Arguments<typeof flags>): OAuthOptions | undefined {
  const unused = Object.keys(oauthFlags).find((name) => flagTexts.has(name));
  if (!values.oauth && unused !== undefined) throw new UsageError(`--${unused} needs --oauth`);
  if (!values.oauth) return undefined;
  return {
    redirectUri: values["redirect-uri"] ?? defaults.redirectUri,
    accessTokenSeconds: values["access-token-ttl"] ?? defaults.accessTokenSeconds,
    refreshTokenSeconds: values["refresh-token-ttl"] ?? defaults.refreshTokenSeconds,
    rotateAlways: values.rotate === "always",
    autoConsent: values["auto-consent"],
  };
}
