import { plainText } from '../print-values.ts';
import { counted } from '../read-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { StackStatus } from '../status/read-status.ts';
import { ok, problem, type Check } from './check.ts';

/** Whether the watches run: schedules, queue, and the troubles that are open. */
export async function checkRunning(
  stack: Stack,
  { watches, troubles: incidents }: StackStatus,
): Promise<Check[]> {
  const ill = watches.filter(({ condition }) => ILL.has(condition));
  const orders = await stack.deadOrders();
  const open = incidents.map(({ text }) =>
    problem(plainText(text), 'bellwether status shows the state of each watch'),
  );
  return [
    ...(ill.length === 0 ? [ok('Every watch runs as scheduled.')] : []),
    ...ill.map(({ id, detail = '' }) => problem(`${id}: ${detail}.`, 'docs/runbook.md says what to look at')),
    ...(orders === 0
      ? []
      : [
          problem(
            `${counted(orders, 'order')} of runs could not be worked on.`,
            'docs/runbook.md says how to read and send them again',
          ),
        ]),
    ...open,
  ];
}

const ILL: ReadonlySet<string> = new Set(['late', 'failing', 'open', 'unscheduled']);
