/** Preloaded into a server: a signal collects garbage, and prints the memory of the process on stderr. */
process.on("SIGUSR2", () => {
  globalThis.gc();
  globalThis.gc();
  const { rss, arrayBuffers } = process.memoryUsage();
  process.stderr.write(`memory ${JSON.stringify({ rss, arrayBuffers })}\n`);
});
