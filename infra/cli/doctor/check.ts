import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { CompiledWatches } from '../../watches-file/compile-watches.ts';
import { checkOutlets, describeOutlet, type UnknownOutlet } from '../plan/check-outlets.ts';
import { type AppliedState, compare, countChanges } from '../plan/compare.ts';
import { plainText, printAmount } from '../print-values.ts';
import { compileWatchesFile, printCount, type ValidWatches } from '../read-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { StackStatus } from '../read-status.ts';
import type { World } from '../world.ts';
import { type Check, hint, ok, problem } from '../checks.ts';

/** Checks that the watches file is valid and that the stack matches it. */
export async function checkFile(
  file: string,
  { world, applied }: { world: World; applied: AppliedState },
): Promise<Check[]> {
  const compiled = await compileWatchesFile(file, world);
  if (!compiled.ok) {
    const [first] = compiled.problems;
    const place = first ? `. The first is at ${first.file}:${first.line}` : '';
    return [
      problem(
        `${file} has ${printCount(compiled.problems.length, 'problem')}.`,
        `run bellwether validate for a list${place}`,
      ),
    ];
  }
  const { watches, channels } = compiled.desired;
  const notified = channels.filter(({ name }) => name !== OPERATORS);
  const valid = ok(
    `${file} is valid: ${printCount(watches.length, 'watch')}, ${printCount(notified.length, 'channel')}.`,
  );
  const { added, changed, removed } = countChanges(compare(compiled.desired, applied));
  const changes = added + changed + removed;
  if (changes === 0) return [valid, ok(`The stack matches ${file}.`)];
  return [
    valid,
    hint(
      `The stack differs from ${file}: ${printCount(changes, 'change')}.`,
      'run bellwether plan to see the changes, and bellwether apply to apply them',
    ),
  ];
}

/** Checks that the watches run: schedules, queues and open incidents. */
export async function checkRunning(stack: Stack, { watches, incidents }: StackStatus): Promise<Check[]> {
  const broken = watches.filter(({ condition }) => BROKEN.has(condition));
  const orders = await stack.deadOrders();
  const open = incidents.map(({ text }) =>
    problem(plainText(text), 'run bellwether status to see the state of each watch'),
  );
  return [
    ...(broken.length === 0 ? [ok('Every watch runs as scheduled.')] : []),
    ...broken.map(({ id, detail = '' }) => problem(`${id}: ${detail}.`, 'see docs/runbook.md')),
    ...(orders === 0
      ? []
      : [
          problem(
            `${printCount(orders, 'queued message')} could not be processed.`,
            'see docs/runbook.md: how to read dead letters and send them again',
          ),
        ]),
    ...open,
  ];
}

const BROKEN: ReadonlySet<string> = new Set(['late', 'failing', 'open', 'unscheduled']);

/** Reads the watches file; undefined where there is none. */
type ReadFile = () => Promise<CompiledWatches | undefined>;

/** Checks that the news service has the outlets that the watches name. Nothing where they name none. */
export async function checkSources(
  stack: Pick<Stack, 'services' | 'outlets'>,
  { watches, now, readFile }: { watches: readonly Watch[]; now: () => Instant; readFile: ReadFile },
): Promise<Check[]> {
  const { calls, unknown, notChecked } = await checkOutlets(watches, { stack, now });
  if (notChecked !== undefined)
    return [ok(`The outlets of the watches were not checked: ${plainText(notChecked).replace(/\.$/, '')}.`)];
  if (calls === 0) return [];
  if (unknown.length === 0)
    return [ok(`The news service has every outlet of the watches (${printAmount(calls, 'call')}).`)];
  const file = await readFile();
  return unknown.map((one) => {
    const { text, advice } = describeOutlet(one, file?.ok ? placeIn(file, one) : undefined);
    return hint(plainText(text), plainText(advice));
  });
}

/**
 * The file and line of an outlet. The stack may have another version of the watch than the file: then there is none.
 */
function placeIn({ desired, placed }: ValidWatches, { id, key, value }: UnknownOutlet): string | undefined {
  const written = desired.watches.find((watch) => watch.id === id)?.query[key];
  const values: unknown[] = Array.isArray(written) ? written : [written];
  const index = values.indexOf(value);
  if (index < 0) return undefined;
  const { file, line } = placed({ path: ['watches', id, 'query', key, index], what: 'The outlet' });
  return `${file}:${line}`;
}
