import { plainText } from '../print-values.ts';
import { printCount } from '../read-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { StackStatus } from '../status/read-status.ts';
import { ok, problem, type Check } from './check.ts';

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
