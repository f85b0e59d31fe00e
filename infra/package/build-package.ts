import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS } from '../../shared/contracts/names.ts';
import { bundleFunctions } from '../bundle/bundle-functions.ts';
import { FUNCTIONS_IN_PARTS, SIZE_BUDGETS } from '../bundle/bundled-functions.ts';
import { entriesIn } from '../synth.ts';

// What `npm pack` runs first. It writes `dist`, which is what the package holds: JavaScript and types of the commands,
// of the local stack and of the construct, the files that they read, and the functions as bundles. Node runs no
// TypeScript below node_modules, and whoever installs the package needs no bundler.

const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');

/** Files that the code reads beside itself. */
const READ = ['infra/**/*.{yaml,json}', 'feeds/*.opml'];
const APART = ['infra/package/**', 'infra/create/**'];

rmSync(DIST, { recursive: true, force: true });
for (const project of ['tsconfig.json', 'tsconfig.types.json']) {
  const args = [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '--project',
    join(import.meta.dirname, project),
  ];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
for (const file of READ.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: APART })))
  cpSync(join(ROOT, file), join(DIST, file));
await bundleFunctions({
  entries: entriesIn(join(ROOT, 'functions'), Object.values(FUNCTIONS)),
  outdir: join(DIST, 'bundles'),
  inParts: FUNCTIONS_IN_PARTS,
  budgets: SIZE_BUDGETS,
});
rmSync(join(DIST, 'bundles', 'maps'), { recursive: true });
