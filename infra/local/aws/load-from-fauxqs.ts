import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/**
 * Loads a file of fauxqs that its package does not export, from the version that is pinned.
 *
 * @throws ZodError when the file has other exports.
 */
export async function loadFromFauxqs<T>(file: string, exports: z.ZodType<T>): Promise<T> {
  const manifest = findPackageJSON('fauxqs', import.meta.url);
  if (manifest === undefined) throw new Error('The package fauxqs is not installed: run npm ci');
  return exports.parse(await import(new URL(`dist/${file}`, pathToFileURL(manifest)).href));
}

export function classOf<T, A extends unknown[] = []>() {
  return z.custom<new (...parts: A) => T>((value) => typeof value === 'function');
}
