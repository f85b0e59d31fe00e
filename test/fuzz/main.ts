import { parseArgs } from 'node:util';
import { openProgress } from '../../infra/cli/terminal.ts';
import { fuzz } from './fuzz.ts';
import { PARSERS } from './parsers.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000000' },
    parser: { type: 'string', multiple: true },
    at: { type: 'string' },
  },
});

const parsers = values.parser ? PARSERS.filter(({ name }) => values.parser?.includes(name)) : PARSERS;
if (parsers.length === 0) {
  process.stderr.write(`There is no such parser. There are: ${PARSERS.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}
const [seed, count] = [Number(values.seed), Number(values.count)];
const progress = openProgress(process.stderr);
const start = performance.now();
const { done, faults, slowest } = await fuzz({
  seed,
  count,
  parsers,
  only: values.at === undefined ? undefined : Number(values.at),
  onBatch: (inputs, parser) => progress.show(`${inputs.toLocaleString('en')} inputs, ${parser}`),
});
progress.end();
for (const { parser, at, input, why } of faults) {
  process.stdout.write(
    `${parser}: ${why}\n  again: npm run fuzz -- --seed ${seed} --parser ${parser} --at ${at}\n  input: ${JSON.stringify(input.slice(0, 2_000))}\n\n`,
  );
}
const [[name, longest] = ['none', 0]] = [...slowest].toSorted(([, a], [, b]) => b - a);
const seconds = Math.round((performance.now() - start) / 1_000);
process.stdout.write(
  `${done.toLocaleString('en')} inputs in ${seconds} s, seed ${seed}: ${faults.length} faults. Slowest: ${name}, ${Math.round(longest)} ms\n`,
);
process.exit(faults.length > 0 ? 1 : 0);
