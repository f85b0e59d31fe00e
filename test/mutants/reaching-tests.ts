import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT =
  /^\s*(?:import|export)\b(?! type\b)[^'";]*?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm;

/** Tests of what runs on a machine take seconds to start, and notice little of one rule. */
const STARTS_STACKS = /^test\/(infra|journeys)\//;

/** Which test files of the short form import a file, directly or over others: the nearest first. Types are not followed. */
export function reachingTests(): (file: string) => string[] {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{shared,functions,infra,test}/**/*.ts').toSorted()) {
    for (const [, path = '', dynamic] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = normalize(join(dirname(file), dynamic ?? path));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return (file) => {
    const steps = new Map([[file, 0]]);
    // A map gives also the entries that are set while it is read: each importer is added once, after its imports.
    for (const [target, step] of steps) {
      for (const importer of importers.get(target) ?? []) {
        if (!steps.has(importer)) steps.set(importer, step + 1);
      }
    }
    const far = (test: string) =>
      steps.get(test)! - sharedFolders(test, file) + (STARTS_STACKS.test(test) ? 3 : 0);
    return [...steps.keys()]
      .filter((test) => test.endsWith('.test.ts') && !test.endsWith('.long.test.ts'))
      .toSorted((one, other) => far(one) - far(other));
  };
}

/** How many folders the path of a test has in common with that of the file. The tests mirror the tree. */
function sharedFolders(test: string, file: string): number {
  const folders = dirname(file).split('/');
  const ofTest = test.split('/').slice(1);
  const apart = folders.findIndex((folder, at) => folder !== ofTest[at]);
  return apart < 0 ? folders.length : apart;
}
