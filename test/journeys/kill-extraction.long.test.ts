import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Extraction } from '../../shared/domain/extraction/extraction.ts';
import { DAY, dayOf } from '../../shared/domain/time/instant.ts';
import { breachesBefore } from './breaches.ts';
import { readOutbox, readStore } from './read-store.ts';
import { corpusLines, openJourney, start, startOnce, watchesFile } from './start-once.ts';

// The whole process is killed while a job of the extraction service is under way: its execution is forgotten with it.

const BREACHES = breachesBefore(Date.now());

/** Waits until a function has logged this, and fails when it does not. */
async function logged(data: string, text: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const log = await readFile(join(data, 'functions.log'), 'utf8').catch(() => '');
    if (log.includes(text)) return;
    await pause(50);
  }
  throw new Error(`No function has logged ${text}`);
}

const DAYS = [0, 1].map((back) => dayOf(Date.now() - back * DAY));

/** What a function has logged when the job is about to be sent, and when it is at work. */
const SIGNS = ['"event":"run-ended"', '"state":"working"'];

/** What was made of the watch's jobs. */
function extractionsIn(data: string): Promise<Extraction[]> {
  return readStore(data, async ({ extractions }) =>
    (await Promise.all(DAYS.map((day) => extractions.madeOn(day, 100)))).flat(),
  );
}

it('a job that is at work or about to be sent when the process is killed is carried on by the next start, and each record is sent once', async () => {
  const journey = await openJourney();
  try {
    const file = watchesFile({
      asked: {
        kind: 'extraction',
        query: { query: 'Data breaches at retailers' },
        schedule: 'rate(1 day)',
      },
    });
    const watches = await journey.write('watches.yaml', file);
    const corpus = await journey.write('corpus.ndjson', corpusLines(BREACHES));
    const args = ['--data', journey.data, '--watches', watches, '--corpus', corpus];
    for (const sign of SIGNS) {
      const killed = start(args);
      await logged(journey.data, sign);
      killed.kill();
      await killed.ended;
    }
    // The second start has sent and watched the one job that the first had left.
    const [working, ...others] = await extractionsIn(journey.data);
    expect([working?.upstreamId, others]).toEqual([expect.any(String), []]);

    // The job that was killed, and that of the run which this start orders: both find the same.
    const report = await startOnce(args);
    expect(report.code).toBe(0);
    expect(report.watches).toMatchObject([{ id: 'asked', status: 'done', new: 2, alerts: 2 }]);
    const subjects = (await readOutbox(journey.data)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(new Set(subjects)).toEqual(new Set(BREACHES.map(({ title }) => title)));
    const left = await readStore(journey.data, async (store) => ({
      found: await store.findings.foundIn('asked', { from: Date.now() - DAY, to: Date.now() + DAY }),
      open: await store.extractions.overdue(Date.now() + 400 * DAY, 100),
      jobs: (await store.states.read('asked', 'live'))?.counters.jobs,
    }));
    expect(left.found.map(({ verdict }) => verdict && 'notified' in verdict)).toEqual([true, true]);
    expect(left).toMatchObject({ open: [], jobs: 2 });
  } finally {
    await journey.close();
  }
});
