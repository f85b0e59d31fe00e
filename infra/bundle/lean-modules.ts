import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';
import { LEAN_SCHEMAS } from './lean-schemas.ts';
import { standIn } from './stand-in.ts';

/** Modules of Node itself. */
export const BUILT_INS = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);

/**
 * Loads Node's own modules through `require`. Imported as ES modules they load more than the code uses: `node:http` also
 * loads the undici that is built into Node.
 */
export const builtInsByRequire: Plugin = {
  name: 'built-ins-by-require',
  setup(builder) {
    builder.onResolve({ filter: BUILT_INS }, ({ path, kind }) =>
      kind === 'require-call' || kind === 'require-resolve'
        ? { path, external: true }
        : { path, namespace: 'built-in' },
    );
    builder.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * The SDK loads some modules of Node with `import()`, and a browser's reader of user agents. Where the parts of a bundle are files of
 * their own, each of these would be a file too.
 */
const importedAtOnce: Plugin = {
  name: 'imported-at-once',
  setup(builder) {
    const filter =
      /\/(?:node-http-handler|getInstanceMetadataRegion|invoke-store|HttpProtocol|createUserAgentStringParsingProvider)\.js$/;
    builder.onLoad({ filter }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll(/await import\(("[^"]+"|'[^']+')\)/g, 'require($1)') };
    });
  },
};

const withoutBrowsers = standIn({
  name: 'without-browsers',
  filter: /^bowser$/,
  contents: `export const parse = () => { throw new Error('Browsers are not part of this bundle'); };`,
});

/**
 * Only the parts of undici that we use: connections, requests and errors, without fetch, caches, proxies and mocks. Its
 * authors do not promise these paths. So the version is pinned, and a test of the bundles calls a server through it.
 */
const leanUndici = standIn({
  name: 'lean-undici',
  filter: /^undici$/,
  contents: `
    import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
    import Agent from 'undici/lib/dispatcher/agent.js';
    import Pool from 'undici/lib/dispatcher/pool.js';
    import request from 'undici/lib/api/api-request.js';
    import errors from 'undici/lib/core/errors.js';
    Dispatcher.prototype.request = request;
    export { Agent, Pool, errors };`,
});

/**
 * undici has two parsers of HTTP, each in two forms. Node is built with one of them, by the definition below; the other stays out.
 * V8 runs the form for vector instructions on every processor that Lambda and this project run on.
 */
const withoutSlowParser = standIn({
  name: 'without-slow-parser',
  filter: /\/llhttp-wasm\.js$/,
  contents: `throw new Error('This processor has no vector instructions (WebAssembly SIMD), which the functions need');`,
});

/** What a bundle defines in place of names in the code of packages. */
export const LEAN_DEFINITIONS: Readonly<Record<string, string>> = { esbuildDetection: 'true' };

/** HTTP/2 is off in our pools (`allowH2: false`), but undici would load node:http2 all the same. */
const withoutHttp2 = standIn({
  name: 'without-http2',
  filter: /\/client-h2\.js$/,
  contents: `module.exports = () => { throw new Error('HTTP/2 is not part of this bundle'); };`,
});

/** undici takes forms as bodies of requests, by the classes of its fetch. Our requests have texts. */
const withoutForms = standIn({
  name: 'without-forms',
  filter: /\/web\/(?:fetch\/body\.js|fetch\/formdata|webidl)$/,
  contents: `
    const left = () => { throw new Error('Forms are not part of this bundle'); };
    exports.extractBody = left;
    exports.webidl = { is: { FormData: () => false } };`,
});

/** The table of the named references of HTML is made when a text has a reference, not when the function starts. */
const entitiesAtFirstUse = standIn({
  name: 'entities-at-first-use',
  filter: /^entities$/,
  contents: `
    export const decodeHTML = (...given) => require('entities/decode').decodeHTML(...given);
    export const decodeHTMLStrict = (...given) => require('entities/decode').decodeHTMLStrict(...given);`,
});

/** A function finds its credentials in its environment, in Lambda and on one machine. It needs no other source of them. */
const environmentCredentials = standIn({
  name: 'environment-credentials',
  filter: /^@aws-sdk\/credential-provider-node$/,
  contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
});

/**
 * The clients of the SDK look for each of their settings in the environment, then in files of the home folder. A function has no such
 * files: it finds its settings in its environment, or the SDK's default holds.
 */
const environmentSettings = standIn({
  name: 'environment-settings',
  filter: /\/configLoader$/,
  contents: `
    const inEnvironment = (select, settings) => {
      try { return select(process.env, settings); } catch { return undefined; }
    };
    export const loadConfig = ({ environmentVariableSelector: select, default: usual }, { signingName, logger } = {}) => {
      const load = async () =>
        inEnvironment(select, { signingName, logger }) ?? (typeof usual === 'function' ? usual() : usual);
      let loaded;
      return () => (loaded ??= load());
    };`,
});

/** The SDK copies each request and each answer for a log, also where it has none. */
const withoutSdkLog = standIn({
  name: 'without-sdk-log',
  filter: /\/loggerMiddleware$/,
  contents: `
    export const loggerMiddleware = () => (next) => next;
    export const loggerMiddlewareOptions = {};
    export const getLoggerPlugin = () => ({ applyToStack: () => {} });`,
});

/** The SDK has a reader and a writer of event streams in each client. No call of ours streams events. */
const withoutEventStreams = standIn({
  name: 'without-event-streams',
  filter: /^@smithy\/core\/event-streams$/,
  contents: `
    const left = () => { throw new Error('Event streams are not part of this bundle'); };
    export const resolveEventStreamSerdeConfig = (config) => config;
    export { left as eventStreamSerdeProvider, left as EventStreamSerde };`,
});

/**
 * What makes a function start sooner. Milliseconds to load `run-watch` (and `deliver-alerts`), median of 13 new processes,
 * each line with those before it: nothing 176 (119), built-ins by require 173 (94), lean undici 143 (97), credentials from
 * the environment 122 (79).
 */
export const LEAN_MODULES: Plugin[] = [
  builtInsByRequire,
  importedAtOnce,
  withoutBrowsers,
  leanUndici,
  withoutHttp2,
  withoutSlowParser,
  withoutForms,
  environmentCredentials,
  environmentSettings,
  withoutSdkLog,
  withoutEventStreams,
  entitiesAtFirstUse,
  ...LEAN_SCHEMAS,
];
