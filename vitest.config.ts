import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/setup.ts",
    pool: "threads",
    // The sandbox's authorization server says at each start that Node 20 is old.
    onConsoleLog: (log) => !log.startsWith("oidc-provider WARNING: Unsupported runtime"),
  },
});
