/** The recipes of docs/unattended.md, each run as far as this machine can: by a shell, with the built program as `npx`. */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serveLocally } from "../helpers/local-server.ts";
import { recipe, machine, news } from "./recipes.ts";

/** A rule that fails beside those that find something. */
const failing = `  wrong: {network: facebook, metrics: [insights_viewz], period: last_week, where: insights_viewz > 1}\n`;

describe("the script", () => {
  const serveHook = async () => {
    const received: string[] = [];
    let isAway = false;
    const url = await serveLocally(({ text }, response) => {
      response.statusCode = isAway || text === "refused" ? 400 : 200;
      if (response.statusCode === 200) received.push(text);
      response.end();
    });
    return { url, received, away: (value: boolean) => (isAway = value) };
  };

  test("sends what is new to a webhook, and what could not be sent with the next run", async () => {
    const { shell, folder } = await machine();
    writeFileSync(join(folder, "digest.sh"), recipe("digest.sh"));
    const { url, received, away } = await serveHook();
    away(true);
    expect((await shell("sh digest.sh", { WEBHOOK: url })).code).toBe(1);
    expect(readdirSync(join(folder, "outbox"))).toHaveLength(1);
    away(false);
    // A file that the receiver refuses does not keep back the others.
    writeFileSync(join(folder, "outbox/0.json"), "refused");
    expect((await shell("sh digest.sh", { WEBHOOK: url })).code).toBe(1);
    rmSync(join(folder, "outbox/0.json"));
    expect(await shell("sh digest.sh", { WEBHOOK: url })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(received.map((text) => JSON.parse(text))).toMatchObject([
      { news: [{ subject: "Brand 2", text: news }] },
    ]);
    expect(readdirSync(join(folder, "outbox"))).toEqual([]);
    expect((await shell("sh digest.sh", { WEBHOOK: url })).code).toBe(0);
    expect(received).toHaveLength(1);
  });

  test.each(["digest.sh", "mail.sh"])(
    "%s sends the news of the other rules where one fails, and says so",
    async (name) => {
      const { shell, program, folder, rules } = await machine();
      appendFileSync(rules, failing);
      program("sendmail", `cat > "${folder}/mail.txt"`);
      writeFileSync(join(folder, name), recipe(name));
      const { url, received } = await serveHook();
      const { code, stderr } = await shell(`sh ${name}`, {
        WEBHOOK: url,
        MAIL_TO: "a@example.com",
      });
      expect([code, stderr]).toEqual([2, expect.stringContaining("wrong: invalid_input")]);
      const mail = join(folder, "mail.txt");
      expect([...received, existsSync(mail) ? readFileSync(mail, "utf8") : ""].join("")).toContain(
        news,
      );
    },
  );

  test("mails what is new, and nothing where nothing is", async () => {
    const { shell, program, folder } = await machine();
    program("sendmail", `cat > "${folder}/mail.txt"; [ "$1" = -t ]`);
    expect((await shell(recipe("mail.sh"), { MAIL_TO: "a@example.com" })).code).toBe(0);
    expect(readFileSync(join(folder, "mail.txt"), "utf8")).toMatch(
      new RegExp(
        `^To: a@example.com\nSubject: What is new\nContent-Type: text/plain; charset=utf-8\n\nBrand 2 \\(Facebook\\): ${news}\n$`,
      ),
    );
    writeFileSync(join(folder, "mail.txt"), "");
    expect((await shell(recipe("mail.sh"), { MAIL_TO: "a@example.com" })).code).toBe(0);
    expect(readFileSync(join(folder, "mail.txt"), "utf8")).toBe("");
  });
});

describe("a model that writes", () => {
  const report =
    "---\ncomment: comment.md\nquestions: {week: {network: facebook, metrics: [insights_views], period: last_week, compare_to: previous_period, dimensions: [profile]}}\n---\n{{ week.total.insights_views.now | sentence }}\n\n{{ comment }}\n";

  test.each([
    ["Little changed in this week. {{ week.rank[1].name }} led.", 0],
    ["The views of the week were 123456789.", 2],
  ])("writes a comment whose numbers are checked: %s", async (comment, code) => {
    const { shell, program, folder } = await machine();
    writeFileSync(join(folder, "weekly.md"), report);
    program("claude", `[ "$1" = -p ] && [ -s week.json ] && echo '${comment}'`);
    const ran = await shell(recipe("claude.sh"));
    expect([ran.code, existsSync(join(folder, "weekly.html"))]).toEqual([code, code === 0]);
    expect(JSON.parse(readFileSync(join(folder, "week.json"), "utf8"))).toHaveProperty("total");
  });
});
