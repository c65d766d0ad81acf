/** What `npm run test:full` alone runs, by the beginning of the path: it installs, builds, measures time, or starts other programs. */
export const fullOnly: Readonly<Record<string, string>> = {
  "test/app/in-browser": "the page in Chromium",
  "test/app/screenshots": "the pictures of the documents",
  "test/commands/browser": "a login in Chromium",
  "test/commands/speed": "the speed of the start",
  "test/conformance/": "the conformance suite",
  "test/cost/": "the cost of calls",
  "test/credentials/keychain.test": "the states of a keychain",
  "test/deploy/promtool": "promtool",
  "test/docs/framework": "an agent of LangChain",
  "test/docs/contributing": "the additions that CONTRIBUTING.md lists",
  "test/eval/measured": "the table of hurried readers",
  "test/exports/office": "LibreOffice",
  "test/http/soak": "the memory of an hour",
  "test/release/desktop-bundle": "the bundle for Claude Desktop",
  "test/release/package": "the npm package",
};
