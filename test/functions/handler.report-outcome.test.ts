import { createServer } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type * as Handler from '../../functions/handler.ts';
import { listenOnLoopback } from '../../infra/local/listen-on-loopback.ts';
import { emptyExtractionOutcome } from '../../shared/domain/extraction/extraction.ts';
import type { ReconcileOutcome } from '../../shared/domain/runs/outcome.ts';
import { captureLines, context, stubPowertools } from './invocation.ts';

// The logger and the metrics take their settings from the environment when the module is loaded.
let handler: typeof Handler;
beforeAll(async () => {
  stubPowertools();
  handler = await import('../../functions/handler.ts');
});

const lines = captureLines();
const invoke = (work: () => Promise<void>) => handler.invokeHandler(z.unknown(), work)({}, context());

describe('what is logged and counted', () => {
  it('of a delivery: its messages as they ended, and how long after the indexing of an article', async () => {
    const message = { id: 'm', channel: 'c', alertIds: ['a'] };
    const states = ['accepted', 'accepted', 'failed', 'dead'] as const;
    await invoke(async () => {
      const messages = states.map((state) => ({ ...message, state }));
      const notifyTime = { total: 90_000, alert: 80_000, message: 9_000, accept: 1_000 };
      handler.reportDelivery({
        messages: [...messages, { ...message, state: 'accepted', notifyTime }],
        held: 0,
        silenced: 0,
      });
    });
    expect(lines().at(-1)).toMatchObject({ MessagesAccepted: 3, MessagesDead: 1, IndexedToNotified: 90_000 });
  });

  it('of what was decided: its alerts and what it quarantined, and what our code threw', async () => {
    await invoke(async () => handler.countWork({ alerts: 2, quarantined: 1, faults: [new Error('odd')] }));
    expect(lines()).toMatchObject([
      { level: 'ERROR', error: { message: 'odd' } },
      { Alerts: 2, ItemsQuarantined: 1 },
    ]);
    expect(lines().at(-1)).not.toHaveProperty('NewFindings');
  });

  it('of a step of an extraction: all of it, and the workflow is given what it has to know', async () => {
    const empty = emptyExtractionOutcome('job-1', 'sector-cuts');
    const next = { next: 'poll', waitSeconds: 45 } as const;
    let answer: unknown;
    await invoke(async () => {
      answer = handler.reportExtraction({ ...empty, ...next, calls: 2, new: 3, state: 'working' });
    });
    expect(answer).toEqual({ jobId: 'job-1', ...next });
    expect(lines()).toMatchObject([
      { event: 'extraction-stepped', outcome: { jobId: 'job-1', kind: 'extraction', state: 'working' } },
      { NewFindings: 3, UpstreamCalls: 2 },
    ]);
  });
});

describe('after a sweep', () => {
  const swept = (status: 'done' | 'busy'): ReconcileOutcome => ({
    status,
    requeued: [],
    missed: ['acme-news'],
    restarted: [],
    quarantined: 0,
    incidents: [],
    resolved: [],
    alerts: 0,
    channels: [],
  });

  async function called(outcome: ReconcileOutcome, status = 200): Promise<unknown[]> {
    const calls: unknown[] = [];
    const server = createServer((call, answer) => {
      calls.push(call.url);
      answer.writeHead(status).end();
    });
    const address = `http://127.0.0.1:${await listenOnLoopback(server)}/heartbeat`;
    await invoke(() => handler.reportSweep(outcome, address));
    server.closeAllConnections();
    server.close();
    return calls;
  }

  it('that is done, the heartbeat is called once, and missing runs are counted', async () => {
    expect(await called(swept('done'))).toEqual(['/heartbeat']);
    expect(lines().at(-1)).toMatchObject({ MissedRuns: 1 });
  });

  it.each(['done', 'busy'] as const)('that is %s, items that it quarantined are counted', async (status) => {
    const fault = new Error('rank is not a number');
    await invoke(() => handler.reportSweep({ ...swept(status), quarantined: 3, faults: [fault] }, undefined));
    const counted = lines().filter((line) => 'ItemsQuarantined' in line);
    expect(counted).toMatchObject([{ ItemsQuarantined: 3, service: 'bellwether-test' }]);
    expect(lines()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          level: 'ERROR',
          error: expect.objectContaining({ message: fault.message }),
        }),
      ]),
    );
  });

  it('a heartbeat that is refused is only logged', async () => {
    expect(await called(swept('done'), 500)).toEqual(['/heartbeat']);
    expect(lines()).toEqual(expect.arrayContaining([expect.objectContaining({ level: 'WARN' })]));
  });
});
