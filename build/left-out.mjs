/** Parts of packages that are left out of the bundle, because nothing here uses them. */
import { dirname } from "node:path";

/** The messages of zod in English alone: the others are a tenth of the package, and no reader sees them. */
export const englishOnly = {
  name: "english-only",
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: dirname(path),
    })),
};

const extensions = { "application/json": "json", "text/html": "html", "text/plain": "txt" };

/** The types that the sandbox's authorization server sends: all that there are take 50 KB of the package, twice. */
export const fewTypes = {
  name: "few-types",
  setup: ({ onLoad }) =>
    onLoad({ filter: /mime-db[\\/]db\.json$/ }, () => ({
      contents: JSON.stringify(
        Object.fromEntries(
          Object.entries(extensions).map(([type, name]) => [
            type,
            { source: "iana", charset: "UTF-8", compressible: true, extensions: [name] },
          ]),
        ),
      ),
      loader: "json",
    })),
};

/** Parts of mails say their types themselves: all that there are take 20 KB of the package. */
export const typesOfMail = {
  name: "types-of-mail",
  setup: ({ onLoad }) =>
    onLoad({ filter: /nodemailer[\\/].*mime-types\.js$/ }, () => ({
      contents:
        'export const detectMimeType = () => "application/octet-stream"; export const detectExtension = () => "bin";',
    })),
};

/** undici has its parser of HTTP twice; that without SIMD runs everywhere, and each takes 50 KB of the package. */
export const oneParser = {
  name: "one-parser",
  setup: ({ onLoad }) =>
    onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, ({ path }) => ({
      contents: 'module.exports = require("./llhttp-wasm.js");',
      resolveDir: dirname(path),
    })),
};

/** The parts of undici that are used: all of it takes longer to load, and twice the bytes. fetch is loaded with its first use. */
export const partsOfUndici = {
  name: "parts-of-undici",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => ({
      contents: `
        Object.assign(require("./lib/dispatcher/dispatcher").prototype, require("./lib/api"));
        module.exports = {
          Agent: require("./lib/dispatcher/agent"),
          EnvHttpProxyAgent: require("./lib/dispatcher/env-http-proxy-agent"),
          Pool: require("./lib/dispatcher/pool"),
          fetch: (address, options) => require("./lib/web/fetch").fetch(address, options),
        };`,
      resolveDir: dirname(path),
    })),
};
