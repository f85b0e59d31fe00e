import { pathToFileURL } from 'node:url';
import type { ExitCode } from '../command.ts';
import { OWN_PLACE } from './bundle-place.ts';
import { findBundle } from './find-bundle.ts';
import type * as Program from './program.ts';

/** Runs the bundled command line, or its sources where there is no bundle of them. Then the next command finds one. */
export async function runBundled(args: readonly string[]): Promise<ExitCode> {
  // Who debugs sees the sources.
  const isDebugged = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((text) =>
    text.includes('--inspect'),
  );
  const bundle = isDebugged ? undefined : findBundle(OWN_PLACE);
  const { runProgram }: typeof Program = await import(
    bundle === undefined ? './program.ts' : pathToFileURL(bundle).href
  );
  const code = await runProgram(args);
  if (bundle === undefined && !isDebugged) {
    const { orderBundle } = await import('./order-bundle.ts');
    orderBundle(OWN_PLACE, process.env);
  }
  return code;
}
