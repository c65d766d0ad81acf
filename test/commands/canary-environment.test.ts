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
  for (const words of [
    ["tools"],
    ["demo"],
    ["doctor", "--sandbox"],
    ["call", "get_current_user"],
    ["call", "get_current_user", "--sandbox"],
    [
      "login",
      "--oauth",
      "--base-url=http://127.0.0.1:9",
      "--client-id=c",
      "--redirect-uri=http://127.0.0.1:1/x",
    ],
    ["status", "--base-url", "http://127.0.0.1:9"],
    ["nonsense"],
  ]) {
    await canaries.run(words, user);
  }
  const keychain = { ...user, SOCIAL_ANALYTICS_CREDENTIAL_STORE: "keychain" };
  await canaries.run(["status", "--account", "work"], {
    ...keychain,
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
  });

  const commands = [["call", "get_current_user"], ["status"], ["doctor"]];
  for (const [index, [status, body]] of (
    [
      [401, "ECHO"],
      [401, '{"success":false,"errors":[{"code":401,"errors":["ECHO"]}]}'],
      [200, '{"success":false,"errors":[{"code":3,"errors":["you sent ECHO"]}]}'],
      [500, "<html>ECHO</html>"],
      [307, "ECHO"],
      [200, "{broken ECHO"],
    ] as const
  ).entries()) {
    const { baseUrl } = await serveFakeApi({
      otherwise: ({ headers }, response) => {
        const echo = headers.authorization ?? "";
        const plain = atob(echo.split(" ")[1] ?? "");
        // Elsewhere: to a place where a credential must not follow.
        response.writeHead(status, { location: "http://127.0.0.1:9/elsewhere" });
        response.end(body.replace("ECHO", `${echo} ${plain}`));
        return undefined;
      },
    });
    for (const words of isFull ? commands : [commands[index % commands.length] ?? []]) {
      await canaries.run([...words, `--base-url=${baseUrl}`], user);
    }
  }
  canaries.sawFiles(user["HOME"] ?? "");
  expect(canaries.leaks()).toEqual([]);
});
