/** The whole login in a real browser: a person chooses who they are, and allows access. */
import { expect, test } from "vitest";
import { startBrowser } from "../helpers/browser.ts";
import { logInByCommand, newUser } from "../helpers/commands.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import type { Environment, Ran } from "../helpers/process.ts";
import { run, runCall } from "../helpers/program.ts";
import { isMissing } from "../helpers/system.ts";

const withoutBrowser = isMissing("chromium");

/** What the person decides on the page, what the last page says, and how the command ends. */
async function decide(
  decision: "Allow" | "Deny",
  user: Environment,
): Promise<Ran & { lastPage: string }> {
  const served = await serveOAuth({ oauth: { autoConsent: false } });
  const browser = await startBrowser();
  const page = await browser.newPage();
  const ran = await logInByCommand(served, user, async (address) => {
    await page.goto(address);
    await page.selectOption("select", { label: "Ben Sandbox" });
    await page.getByRole("button", { name: decision }).click();
  });
  await page.waitForURL(`${served.oauth.redirectUri}**`);
  return { ...ran, lastPage: (await page.textContent("body")) ?? "" };
}

test.skipIf(withoutBrowser)("a user who allows access is logged in", async () => {
  const user = newUser();
  const { lastPage, stdout } = await decide("Allow", user);
  expect(lastPage).toContain("You can close this page.");
  expect(stdout).toContain("as Ben Sandbox.");
  expect((await runCall(["get_current_user"], user)).stdout).toContain("Ben Sandbox");
});

test.skipIf(withoutBrowser)("a user who denies access is not logged in", async () => {
  const user = newUser();
  const { lastPage, stderr } = await decide("Deny", user);
  expect(lastPage).toContain("You can close this page.");
  expect(stderr).toContain("unauthorized: access was denied");
  expect((await run(["status"], user)).stderr).toMatch(/^not_logged_in: /);
});
