/** Secrets of the environment appear in no output, file or command line. */
import { expect, test } from "vitest";
import { Canaries, environmentSecrets } from "../helpers/canaries.ts";
import { newUser } from "../helpers/commands.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import type { Environment } from "../helpers/process.ts";
import { isFull } from "../helpers/repetitions.ts";

test("no command leaks the secrets of the environment, however the API fails", async () => {
  const canaries = new Canaries();
  const user: Environment = { ...newUser(), ...environmentSecrets };
  canaries.plant(...Object.values(environmentSecrets), "canary-token-1:canary-secret-1");
  const nowhere = "http://127.0.0.1:9";
  const login = ["login", "--oauth", `--base-url=${nowhere}`, "--client-id=c"];
  for (const [words, shows] of [
    [["tools"], /^list_profiles /m],
    [["demo"], /What to do next/],
    [["doctor", "--sandbox"], /credentials: from the embedded sandbox/],
    [["call", "get_current_user"], /^not_logged_in: SOCIAL_ANALYTICS_BASE_URL is not set/m],
    [["call", "get_current_user", "--sandbox"], /Ada Sandbox/],
    [[...login, "--redirect-uri=http://127.0.0.1:1/x"], /^upstream_failed: 127\.0\.0\.1:9/m],
    [
      ["status", "--base-url", nowhere],
      /^upstream_failed: .*[^]*Credentials: from the environment/m,
    ],
    [["nonsense"], /there is no command "nonsense"/],
  ] as const) {
    await canaries.run(words, user, shows);
  }
  const keychain = {
    ...user,
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: "keychain",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
  };
  await canaries.run(["status", "--account", "work"], keychain, /^keychain_unreachable: /m);

  const commands = [["call", "get_current_user"], ["status"], ["doctor"]];
  for (const [index, [status, body, shows]] of (
    [
      [401, "ECHO", /unauthorized: /],
      [401, '{"success":false,"errors":[{"code":401,"errors":["ECHO"]}]}', /unauthorized: /],
      [200, '{"success":false,"errors":[{"code":3,"errors":["you sent ECHO"]}]}', /\[redacted\]/],
      [500, "<html>ECHO</html>", /upstream_failed: /],
      [307, "ECHO", /upstream_failed: /],
      [200, "{broken ECHO", /upstream_failed: /],
    ] as const
  ).entries()) {
    const { baseUrl } = await serveFakeApi({
      otherwise: ({ headers }, response) => {
        const echo = headers.authorization ?? "";
        const plain = atob(echo.split(" ")[1] ?? "");
        // Elsewhere: to a place where a credential must not follow.
        response.writeHead(status, { location: `${nowhere}/elsewhere` });
        response.end(body.replace("ECHO", `${echo} ${plain}`));
        return undefined;
      },
    });
    for (const words of isFull ? commands : [commands[index % commands.length] ?? []]) {
      await canaries.run([...words, `--base-url=${baseUrl}`], user, shows);
    }
  }
  canaries.sawFiles(user["HOME"] ?? "");
  expect(canaries.leaks()).toEqual([]);
});
