import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROGRAMS, type ProgramName } from './bundled-programs.ts';
import { findBundle } from './find-bundle.ts';

/** What was loaded. */
export interface LoadedProgram<Module> {
  module: Module;
  /** Called when the program ends: where its sources ran, the next one finds a bundle. */
  done: () => Promise<void>;
}

/** Loads a program of the project from its bundle, or from its sources where there is no bundle of them. */
export async function loadProgram<Module>(name: ProgramName): Promise<LoadedProgram<Module>> {
  const { root, entry } = PROGRAMS[name];
  // Who debugs sees the sources.
  const isDebugged = [...process.execArgv, process.env['NODE_OPTIONS'] ?? '', ...process.argv].some((text) =>
    text.includes('--inspect'),
  );
  const bundle = isDebugged ? undefined : findBundle(PROGRAMS[name]);
  return {
    module: await import(pathToFileURL(bundle ?? join(root, entry)).href),
    done: async () => {
      if (bundle !== undefined || isDebugged) return;
      const { orderBundle } = await import('./order-bundle.ts');
      orderBundle(name, process.env);
    },
  };
}
