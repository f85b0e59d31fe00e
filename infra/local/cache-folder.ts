import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * A folder for what can be made again, beside the packages that the code uses: that is the same place for a clone and
 * for the installed package.
 */
export function cacheFolder(name: string): string {
  const manifest = findPackageJSON('zod', import.meta.url);
  if (manifest === undefined) throw new Error('The package zod is not installed: run npm ci');
  return join(dirname(dirname(manifest)), '.cache', name);
}
