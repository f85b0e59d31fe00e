import { describe, expect, it } from 'vitest';
import { RefusedError, ThrottledError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { newMonitor } from '../../../../shared/domain/upstream/upstream-resource.ts';
import { failureOf, makeCalls, type UpstreamSweep } from '../../../../shared/use-cases/upstream/take-step.ts';
import { NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';

const facts = { service: 'extraction', operation: 'POST /monitors' } as const;
const monitor = newMonitor('breaches');

function open() {
  const { resources } = memoryStore();
  const sweep = { ports: { resources } as UpstreamSweep['ports'] };
  return { resources, sweep };
}

describe('a planned step', () => {
  it('makes no call, or writes nothing, once another process has written the record', async () => {
    const { resources, sweep } = open();
    await resources.write(monitor);
    let calls = 0;
    const send = async () => {
      calls += 1;
      return { change: { rounds: 7 } };
    };
    expect(await makeCalls(sweep, monitor, { before: { rounds: 1 }, send })).toMatchObject({
      end: 'overtaken',
    });
    expect(calls).toBe(0);
    expect(await makeCalls(sweep, monitor, { send })).toMatchObject({ end: 'overtaken' });
    expect(await resources.monitor('breaches')).toMatchObject({ rounds: 0, revision: 1 });
  });
});

const refused = new RefusedError('No.', { ...facts, refusal: 'request' });
const lost = new TransportError('The answer was lost.', facts);
const intent = { makes: 'monitor', at: NOON } as const;
const resource = { ...monitor, intent };

describe('a failed step', () => {
  it('is tried again in an hour after a refusal, when the service says, or later with each failure', () => {
    const waitOf = (error: TransportError | RefusedError | ThrottledError, failures = 0) =>
      (failureOf({ ...resource, failures }, { error, before: intent, now: NOON }).retryAt ?? 0) - NOON;
    expect(waitOf(refused)).toBe(HOUR);
    expect(waitOf(new ThrottledError('Later.', { ...facts, retryAfter: 9 * MINUTE }))).toBe(9 * MINUTE);
    expect([0, 1, 2, 9].map((failures) => waitOf(lost, failures))).toEqual(
      [5, 10, 20, 60].map((minutes) => minutes * MINUTE),
    );
  });
});
