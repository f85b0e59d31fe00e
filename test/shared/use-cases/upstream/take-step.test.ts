import { describe, expect, it } from 'vitest';
import { RefusedError, ThrottledError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { newMonitor } from '../../../../shared/domain/upstream/upstream-resource.ts';
import {
  failureOf,
  sumSweep,
  makeCalls,
  type UpstreamSweep,
} from '../../../../shared/use-cases/upstream/take-step.ts';
import { NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';

it('a sweep adds up what its parts quarantined, which the metric of the function counts', () => {
  const [first, second] = [new Error('rank'), new Error('title')];
  const sum = sumSweep([{ quarantined: 2, faults: [first] }, {}, { quarantined: 1, faults: [second] }]);
  expect(sum).toMatchObject({ quarantined: 3, faults: [first, second] });
  expect(sumSweep([])).toMatchObject({ quarantined: 0, faults: [] });
});

const facts = { service: 'extraction', operation: 'POST /monitors' } as const;
const monitor = newMonitor('breaches');

function open() {
  const { resources } = memoryStore();
  const sweep = { ports: { resources } as UpstreamSweep['ports'] };
  return { resources, sweep };
}

describe('a planned step', () => {
  it('writes what comes before its calls, then what came of them', async () => {
    const { resources, sweep } = open();
    const taken = await makeCalls(sweep, monitor, {
      before: { rounds: 1 },
      send: async ({ rounds, revision }) => {
        expect(await resources.monitor('breaches')).toMatchObject({ rounds, revision });
        return { change: { question: 'q-1' } };
      },
    });
    expect(taken).toMatchObject({ end: 'taken', resource: { revision: 2 } });
    expect(await resources.monitor('breaches')).toMatchObject({ rounds: 1, question: 'q-1' });
  });

  it('gives back a failure with the record as it was last written', async () => {
    const { sweep } = open();
    const error = new TransportError('The answer was lost.', facts);
    const send = () => Promise.reject(error);
    expect(await makeCalls(sweep, monitor, { before: { rounds: 1 }, send })).toMatchObject({
      end: 'failed',
      error,
      resource: { rounds: 1, revision: 1 },
    });
  });

  it('writes what the plan says about a refusal', async () => {
    const { resources, sweep } = open();
    const send = () => Promise.reject(new RefusedError('No.', { ...facts, refusal: 'request' }));
    const refused = await makeCalls(sweep, monitor, { send, ifRefused: { silent: false } });
    expect(refused).toMatchObject({ end: 'failed', resource: { silent: false, revision: 1 } });
    expect(await resources.monitor('breaches')).toMatchObject({ silent: false });
  });

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
  it('keeps its intent where the answer was lost, so that the object is looked for', () => {
    expect(failureOf(resource, { error: lost, before: undefined, now: NOON })).not.toHaveProperty('intent');
  });

  it('drops its own intent where the service has refused, and keeps one from before the step', () => {
    const dropped = failureOf(resource, { error: refused, before: undefined, now: NOON });
    expect(dropped).toMatchObject({ failures: 1, error: 'No.', intent: undefined });
    expect(Object.keys(dropped)).toContain('intent');
    expect(failureOf(resource, { error: refused, before: intent, now: NOON })).not.toHaveProperty('intent');
  });

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
