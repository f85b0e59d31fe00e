import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../fuzz/random.ts';
import { CopiedTree } from './copied-tree.ts';
import { type Mutant, mutantsOf } from './list-mutants.ts';
import { reachingTests } from './reaching-tests.ts';

// `npm run mutants [-- --seed N] [--count N] [--only PATH] [--most N]`: changes the code at random places, and lists
// the changes that no test notices. Such a survivor is a case without a test or code without a purpose; some change
// nothing that can be noticed.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    /** Files or folders. */
    only: { type: 'string', multiple: true, default: ['shared/domain', 'shared/use-cases'] },
    /** The most test files for one mutant: those that are nearest to its file. */
    most: { type: 'string', default: '60' },
  },
});
/** The test files of a mutant run in groups that end at these places: the nearest notice most. */
const GROUPS = [0, 4, 20, Number.POSITIVE_INFINITY];

const random = new Random(Number(values.seed));
const waiting = values.only
  .flatMap((path) => (path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`)))
  .toSorted()
  .flatMap((file) => mutantsOf(file))
  .map((mutant) => ({ mutant, drawn: random.next() }))
  .toSorted((one, other) => one.drawn - other.drawn)
  .slice(0, Number(values.count))
  .map(({ mutant }) => mutant);

const reaching = reachingTests();
/** What each test file that failed with a change does without one. */
const unsound = new Map<string, boolean>();
const caught = new Map<Mutant, boolean>();

async function isCaught(tree: CopiedTree, mutant: Mutant, tests: readonly string[]): Promise<boolean> {
  for (const some of GROUPS.slice(1).map((end, n) => tests.slice(GROUPS[n], end))) {
    const failing = some.length === 0 ? [] : await tree.failing(some, mutant);
    for (const test of failing) {
      if (!unsound.has(test)) unsound.set(test, (await tree.failing([test])).length > 0);
      if (unsound.get(test)) process.stderr.write(`${test} also fails without a change: left out\n`);
      else return true;
    }
    // The run ended at the first failure, so the tests behind it did not run.
    if (failing.length > 0) return isCaught(tree, mutant, soundOf(tests));
  }
  return false;
}

const soundOf = (tests: readonly string[]) => tests.filter((test) => !unsound.get(test));

async function tryMutants(tree: CopiedTree): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const tests = soundOf(reaching(mutant.file)).slice(0, Number(values.most));
    const is = await isCaught(tree, mutant, tests);
    caught.set(mutant, is);
    if (!is) process.stdout.write(`${describe(mutant)}  (${tests.length} test files)\n`);
  }
}

function describe({ file, line, was, text }: Mutant): string {
  const short = (part: string) => part.replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${file}:${line}  ${short(was)} → ${text === '' ? 'nothing' : short(text)}`;
}

const trees = Array.from({ length: availableParallelism() }, () => new CopiedTree());
process.once('exit', () => trees.forEach((tree) => tree.remove()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await Promise.all(trees.map(tryMutants));

process.stdout.write('\n');
const byFolder = [...Map.groupBy(caught, ([{ file }]) => dirname(file))];
for (const [folder, all] of byFolder.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  process.stdout.write(`${folder.padEnd(40)} ${all.filter(([, is]) => is).length} of ${all.length} caught\n`);
}
const total = [...caught.values()].filter(Boolean).length;
process.stdout.write(`\n${total} of ${caught.size} caught, seed ${values.seed}\n`);
