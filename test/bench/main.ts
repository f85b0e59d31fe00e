import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fallenBehind, keep, readKept } from './compare-figures.ts';
import { printFigures, type Figure } from './report.ts';

// `npm run bench [-- NAME…] [--json] [--check] [--keep]`: runs each bench of this folder in a process of its own, so
// that none warms up another, and prints all figures as one table, with what was kept before. `--check` fails when a
// count or a ratio is more than a fifth worse than that. `--keep` keeps what was measured. Any other option lists the
// benches: all of them take an hour.

const OPTIONS = ['--json', '--check', '--keep'];
const all = globSync('*.bench.ts', { cwd: import.meta.dirname }).toSorted();
const names = all.map((file) => basename(file, '.bench.ts'));
if (process.argv.slice(2).some((arg) => arg.startsWith('--') && !OPTIONS.includes(arg))) {
  process.stdout.write(`npm run bench [-- NAME…] [${OPTIONS.join('] [')}]\n\n${names.join('\n')}\n`);
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
const kept = readKept();
printFigures(figures.map((figure) => ({ ...figure, before: kept[figure.name]?.value })));
const behind = fallenBehind(figures, kept);
for (const line of behind) process.stderr.write(`Worse than before: ${line}\n`);
if (process.argv.includes('--keep')) keep(figures, new Date().toISOString().slice(0, 10));
process.exitCode = failed || (process.argv.includes('--check') && behind.length > 0) ? 1 : 0;
