/** Reports as mails, read by a mail library: what a person without the program gets. */
import PostalMime, { type Email } from "postal-mime";
import { expect, test } from "vitest";
import { canDraw } from "../../src/command/compose/png.ts";
import { render } from "../helpers/reports.ts";

const sandbox = ["--sandbox", "--profiles", "20", "--today", "2026-11-29"];
const front = `scope: { labels: ["{{ client }}"] }
defaults: { network: facebook }
questions:
  week: { metrics: [insights_views], period: last_week, compare_to: previous_period }
  trend: { metrics: [insights_views], period: last_13_weeks, dimensions: [week] }
`;
const text = `# {{ client }}: {{ week.period }}

{{ week.total.insights_views | sentence }}

{{ trend | chart }}
`;

const mailIn = (file: string): Promise<Email> => PostalMime.parse(file);

test("a mail has the text, the page, and its pictures as parts of the page", async () => {
  const source = `---\n${front}---\n${text}`;
  const flags = [...sandbox, "--set", "client=Europe", "--out", "FOLDER/out.eml"];
  const { code, file, files } = await render(source, flags);
  expect(code).toBe(0);
  expect(files()).not.toContain("out-trend.svg");
  const mail = await mailIn(file("out.eml"));
  expect(mail.subject).toBe("Europe: Nov 16 – 22, 2026");
  const sentence = /Views: [\d,]+ from November 16 to November 22, 2026/;
  expect(mail.text).toMatch(sentence);
  expect(mail.html).toMatch(sentence);
  expect(mail.html).not.toContain("data:image");
  const words = /Views by week, \w+ profiles: lowest \d+ \(\d+ \w+ 2026\), highest /;
  expect(mail.text).toMatch(words);
  expect(mail.html).toMatch(words);
  const drawn = (await canDraw()) ? ["out-trend.svg"] : [];
  expect(mail.attachments.map(({ contentId }) => contentId)).toEqual(
    drawn.map((name) => `<${name}>`),
  );
  for (const name of drawn) expect(mail.html).toContain(`src="cid:${name}"`);
  for (const { mimeType, content } of mail.attachments) {
    expect(mimeType).toBe("image/png");
    expect(content).toBeInstanceOf(ArrayBuffer);
    const first = content instanceof ArrayBuffer ? new Uint8Array(content, 1, 3) : [];
    expect(String.fromCodePoint(...first)).toBe("PNG");
  }
});

test("of several reports, each goes to the address of its row", async () => {
  const source = `---\n${front}---\n${text}{{ own: "{{ address }}" }}\n`;
  const rows = "client,address\nEurope,ada@example.com\nAmericas,grace@example.com\n";
  const flags = [...sandbox, "--each", "FOLDER/rows.csv", "--out", "FOLDER/all", "--format", "eml"];
  const { code, file } = await render(source, flags, { files: { "rows.csv": rows } });
  expect(code).toBe(0);
  for (const [name, address] of rows
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(","))) {
    const mail = await mailIn(file(`all/${name}.eml`));
    expect(mail.to).toEqual([{ address, name: "" }]);
    expect(mail.subject).toBe(`${name}: Nov 16 – 22, 2026`);
  }
});

test("--format is of several reports", async () => {
  const source = `---\n${front}---\n${text}`;
  const { code, stderr } = await render(source, [
    ...sandbox,
    "--set",
    "client=Europe",
    "--format",
    "eml",
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--format is of --each")]);
});
