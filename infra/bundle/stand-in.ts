import type { Plugin } from 'esbuild';

/** What is replaced, and by what. */
export interface StandIn {
  /** Names the plugin and the module. */
  name: string;
  /** Which imports it replaces. */
  filter: RegExp;
  /** An ES module. It imports as the module that imports it does. */
  contents: string;
}

/**
 * Puts a module of ours in the place of a package's own. An import that it does not export makes the bundler fail, so no
 * function can lack it at run time.
 */
export function standIn({ name, filter, contents }: StandIn): Plugin {
  return {
    name,
    setup(builder) {
      builder.onResolve({ filter }, ({ resolveDir, namespace }) =>
        namespace === name ? undefined : { path: name, namespace: name, pluginData: resolveDir },
      );
      builder.onLoad({ filter: /.*/, namespace: name }, ({ pluginData }) => ({
        contents,
        resolveDir: typeof pluginData === 'string' ? pluginData : import.meta.dirname,
      }));
    },
  };
}
