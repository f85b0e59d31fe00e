import { describe, expect, it } from 'vitest';
import { RefusedError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { newMonitor } from '../../../../shared/domain/upstream/upstream-resource.ts';
import {
  sumSweep,
  takePlannedStep,
  type UpstreamSweep,
} from '../../../../shared/use-cases/upstream/upstream-sweep.ts';
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
    const taken = await takePlannedStep(sweep, monitor, {
      before: { rounds: 1 },
      send: async ({ rounds, revision }) => {
        expect(await resources.monitor('breaches')).toMatchObject({ rounds, revision });
        return { change: { question: 'q-1' }, outcome: { steps: ['done'] } };
      },
    });
    expect(taken).toMatchObject({ end: 'taken', resource: { revision: 2 }, outcome: { steps: ['done'] } });
    expect(await resources.monitor('breaches')).toMatchObject({ rounds: 1, question: 'q-1' });
  });

  it('gives back a failure with the record as it was last written', async () => {
    const { sweep } = open();
    const error = new TransportError('The answer was lost.', facts);
    const send = () => Promise.reject(error);
    expect(await takePlannedStep(sweep, monitor, { before: { rounds: 1 }, send })).toMatchObject({
      end: 'failed',
      error,
      resource: { rounds: 1, revision: 1 },
    });
  });

  it('writes what the plan says about a refusal', async () => {
    const { resources, sweep } = open();
    const send = () => Promise.reject(new RefusedError('No.', { ...facts, refusal: 'request' }));
    const refused = await takePlannedStep(sweep, monitor, { send, ifRefused: { silent: false } });
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
    expect(await takePlannedStep(sweep, monitor, { before: { rounds: 1 }, send })).toMatchObject({
      end: 'overtaken',
    });
    expect(calls).toBe(0);
    expect(await takePlannedStep(sweep, monitor, { send })).toMatchObject({ end: 'overtaken' });
    expect(await resources.monitor('breaches')).toMatchObject({ rounds: 0, revision: 1 });
  });
});
