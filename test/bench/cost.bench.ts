import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countParts } from './cost/count-parts.ts';

// What the work of a stack costs on AWS. Counts what its parts ask of the table, at the engine, and says which of the
// kept counts are no longer those. With WRITE=1 it keeps the counts and writes the tables of docs/performance.md. What
// the kept counts cost is then printed by a process of its own, which reads them anew.

const KEPT = join(import.meta.dirname, '..', '..', 'infra', 'cli', 'cost', 'counted-parts.ts');
const TABLE = '= {\n';

const write = process.env['WRITE'] === '1';
const lines = Object.entries(await countParts()).map(([name, part]) => {
  const fields = Object.entries(part).map(([key, value]) => `${key}: ${value}`);
  return `  ${name}: { ${fields.join(', ')} },\n`;
});
const source = readFileSync(KEPT, 'utf8');
const changed = lines.filter((line) => !source.includes(line));
if (changed.length > 0) process.stderr.write(`Other counts than the kept ones:\n${changed.join('')}`);
const head = source.slice(0, source.lastIndexOf(TABLE));
if (write) writeFileSync(KEPT, `${head}${TABLE}${lines.join('')}};\n`);
const printer = join(import.meta.dirname, 'cost', 'print-costs.ts');
const { status } = spawnSync(
  process.execPath,
  [printer, ...process.argv.slice(2), ...(write ? ['--write'] : [])],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
