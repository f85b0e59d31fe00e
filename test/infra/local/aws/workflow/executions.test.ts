import { expect, it } from 'vitest';
import { arnOf } from '../../../../../infra/local/aws/local-account.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';
import type { MachineDefinition } from '../../../../../infra/local/aws/workflow/definition.ts';
import { openExecutions } from '../../../../../infra/local/aws/workflow/executions.ts';

const MACHINE = arnOf('states', 'stateMachine:machine');

it('keeps the latest thousand of the executions that have ended, and all that run', async () => {
  const slow = Promise.withResolvers<void>();
  const executions = openExecutions({
    machines: [{ name: 'machine', arn: MACHINE, definition: {} as MachineDefinition }],
    clock: createClock(),
    load: async () => (input) => ({
      end: (input === 'slow' ? slow.promise : Promise.resolve()).then(() => ({
        status: 'SUCCEEDED' as const,
        output: '{}',
      })),
      abort: () => slow.resolve(),
    }),
  });
  const first = executions.start(MACHINE, { name: 'slow', input: '"slow"' });
  for (let n = 0; n < 1_500; n += 1) executions.start(MACHINE, { name: `quick-${n}`, input: '{}' });
  await expect.poll(() => executions.running()).toBe(1);
  const kept = executions.of(MACHINE);
  expect(kept).toHaveLength(1_001);
  expect(kept[0]).toMatchObject({ name: 'quick-1499', end: { status: 'SUCCEEDED' } });
  expect(kept.at(-1)).toBe(first);
  expect(executions.find(first.arn)).toBe(first);
  expect(() => executions.find(arnOf('states', 'execution:machine:quick-0'))).toThrow('Does Not Exist');
  executions.abort(first.arn, {});
  expect(executions.of(MACHINE)).toHaveLength(1_000);
});
