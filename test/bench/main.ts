import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { printFigures, type Figure } from './report.ts';

// `npm run bench [-- NAME…] [--json]`: runs each bench of this folder in a process of its own, so
// that none warms up another, and prints all figures as one table,
// with the aim beside each. Any other option than `--json` lists the benches.

const all = globSync('*.bench.ts', { cwd: import.meta.dirname }).toSorted();
const names = all.map((file) => basename(file, '.bench.ts'));
if (process.argv.slice(2).some((arg) => arg.startsWith('--') && arg !== '--json')) {
  process.stdout.write(`npm run bench [-- NAME…] [--json]\n\n${names.join('\n')}\n`);
  process.exit();
}
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const benches = all.filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.bench.ts')));

const figures: Figure[] = [];
let failed = benches.length === 0;
if (failed) process.stderr.write(`There is no such bench.\n`);
for (const file of benches) {
  process.stderr.write(`${basename(file, '.bench.ts')} …\n`);
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, file), '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.status === 0) figures.push(...(JSON.parse(ended.stdout) as Figure[]));
  else failed = true;
}
printFigures(figures);
process.exitCode = failed ? 1 : 0;
