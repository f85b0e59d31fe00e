import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, dayOf, HOUR, MINUTE, type Instant } from '../../../../shared/domain/time/instant.ts';
import type { Settings } from '../../../../shared/domain/policies/policy.ts';
import type { PolicyName } from '../../../../shared/domain/policies/registry.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { orderClosedHours } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { changeState } from '../../../../shared/use-cases/collect/change-state.ts';
import { aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { storeFindings } from '../../../store/store-findings.ts';
import { workbench } from '../bench.ts';
import { newsOf } from '../news-of.ts';
import { pageOf } from '../../../ports/found-pages.ts';

// Policies that judge hours, through whole runs.

type Bench = Awaited<ReturnType<typeof workbench>>;

const counting = (when: PolicyName, settings: Settings, changes: Partial<Watch> = {}) =>
  aWatch({ firstRun: 'silent', alert: { when, channel: 'press-team', settings }, ...changes });

/** A run seven minutes after each full hour, until an instant. */
async function runHourly(bench: Bench, until: Instant): Promise<void> {
  for (let at = Math.ceil(bench.clock.at / HOUR) * HOUR + 7 * MINUTE; at <= until; at += HOUR) {
    bench.clock.at = at;
    await bench.run();
  }
}

/** What was told by a policy, as `type at hours after noon`. */
async function ringsOf(bench: Bench): Promise<string[]> {
  const detections: string[] = [];
  for (let at = NOON - 2 * DAY; at < NOON + 20 * DAY; at += DAY) {
    for (const { alert } of await bench.store.alerts.madeOn(dayOf(at), 1_000)) {
      const { occasion, createdAt } = alert;
      if ('text' in occasion && occasion.type !== 'incident')
        detections.push(`${occasion.type} at ${(createdAt - NOON) / HOUR}`);
    }
  }
  return detections;
}

describe('a watch for volume', () => {
  const volume = counting('volume', { count: 3, within: 2 * HOUR, of: 'articles' });

  it('alerts at the full hour at which there are enough, with examples, and once while it lasts', async () => {
    const { article } = newsOf();
    const minutes = [10, 70, 80, 100, 130, 150, 170, 200, 220];
    const corpus = minutes.map((after) => article(NOON + after * MINUTE));
    const bench = await workbench({ watches: [volume], corpus });
    await runHourly(bench, NOON + 10 * HOUR);
    expect(await ringsOf(bench)).toEqual(['volume at 2']);
    const [notified] = (await bench.store.alerts.madeOn(dayOf(NOON), 10)).filter(
      ({ alert }) => alert.occasion.type === 'volume',
    );
    expect(notified?.alert.items).toHaveLength(4);
    expect(notified?.alert).toMatchObject({
      watchId: 'acme-news',
      severity: 'warning',
      occasion: {
        period: { from: NOON, to: NOON + 2 * HOUR },
        seen: { articles: 4, stories: 4 },
        figures: { limit: 3 },
      },
    });
    const [one] = corpus;
    const [found] = await bench.store.findings.read('acme-news', [one!.finding.fingerprint]);
    expect(found).toMatchObject({ verdict: { silent: 'counted' }, story: expect.any(String) });
  });

  it('starts over with other settings, without an alert, from what is stored', async () => {
    const { article } = newsOf();
    const corpus = [10, 20, 30].map((after) => article(NOON + after * MINUTE));
    const watch = counting('volume', { count: 9, within: 2 * HOUR, of: 'articles' });
    const bench = await workbench({ watches: [watch], corpus });
    await runHourly(bench, NOON + 70 * MINUTE);
    await bench.store.definitions.putWatch(
      counting('volume', { count: 2, within: 3 * HOUR, of: 'articles' }),
    );
    await runHourly(bench, NOON + 6 * HOUR);
    expect(await ringsOf(bench)).toEqual([]);
    corpus.push(article(NOON + 7 * HOUR), article(NOON + 7 * HOUR));
    await runHourly(bench, NOON + 9 * HOUR);
    expect(await ringsOf(bench)).toEqual(['volume at 8']);
  });
});

describe('a watch for silence', () => {
  const silence = counting('silence', { for: 5 * HOUR });

  it('does not alert while the service cannot be reached: what was published then is not known', async () => {
    const { article } = newsOf();
    const corpus = [article(NOON + 10 * MINUTE), article(NOON + 7 * HOUR)];
    const bench = await workbench({ watches: [silence], corpus });
    await runHourly(bench, NOON + HOUR);
    bench.source.fail = () =>
      new TransportError('No connection.', { service: 'news', operation: 'POST /search', timedOut: false });
    await runHourly(bench, NOON + 11 * HOUR);
    expect(await ringsOf(bench)).toEqual([]);
    bench.source.fail = undefined;
    await runHourly(bench, NOON + 11 * HOUR + 50 * MINUTE);
    await runHourly(bench, NOON + 12 * HOUR + 50 * MINUTE);
    expect(await ringsOf(bench), 'five hours passed until the next came').toEqual([
      'silence at 6',
      'silence at 12',
    ]);
  });
});

describe('a watch that only counts', () => {
  /** Counts by the hour since noon. */
  function counts(bench: Bench, byHour: Record<number, number>): void {
    bench.source.fetchPage = async ({ window }) => {
      const frames = Object.entries(byHour).map(([hour, count]) => ({
        from: NOON + Number(hour) * HOUR,
        count,
      }));
      const known = frames.filter(
        ({ from }) => from >= window.from && from < Math.min(window.to, bench.clock.at),
      );
      return pageOf([], { counts: known });
    };
  }
  const volumeKind = { kind: 'volume', query: { q: 'acme' } } as const;

  it('alerts on a spike by articles alone, with weeks of its own past', async () => {
    const watch = counting('spike', { within: 2 * HOUR, least: 10 }, { ...volumeKind, lookback: 28 * DAY });
    const bench = await workbench({ watches: [watch] });
    const usual = Array.from({ length: 29 * 24 }, (_, n) => [n - 28 * 24, 4] as const);
    counts(bench, Object.fromEntries([...usual, [5, 10], [6, 40]]));
    await runHourly(bench, NOON + 12 * HOUR);
    expect(await ringsOf(bench)).toEqual(['spike at 7']);
    const [spike] = (await bench.store.alerts.madeOn(dayOf(NOON), 10)).map(({ alert }) => alert.occasion);
    expect(spike).toMatchObject({ seen: { articles: 50 }, expected: { articles: 8 } });
    expect(spike).not.toHaveProperty('seen.stories');
  });
});

describe('the sweep', () => {
  const volume = counting('volume', { count: 2, within: 2 * HOUR, of: 'articles' }, { firstRun: 'tell' });
  const sweep = async (bench: Bench) => {
    await orderClosedHours(bench.ports, `sweep at ${bench.clock.at}`);
    await bench.decide();
  };

  /** A watch whose last run has covered hours, and counted nothing. */
  async function uncounted(): Promise<Bench> {
    const { article } = newsOf();
    const corpus = [70, 80].map((after) => article(NOON + after * MINUTE));
    const bench = await workbench({ watches: [volume], corpus });
    await bench.run();
    bench.clock.at = NOON + 2 * HOUR + MINUTE;
    await bench.store.definitions.putWatch(aWatch());
    await bench.run();
    await bench.store.definitions.putWatch(volume);
    return bench;
  }

  it('has hours decided that no run has put among what waits, once', async () => {
    const bench = await uncounted();
    await sweep(bench);
    expect(await ringsOf(bench)).toEqual(['volume at 2']);
    bench.clock.at += 2 * HOUR;
    await sweep(bench);
    expect(await ringsOf(bench)).toEqual(['volume at 2']);
  });

  it('has the hours of a watch of jobs decided when a job has ended, up to what it has just found', async () => {
    const job = { kind: 'extraction', query: { query: 'Layoffs' } } as const;
    const watch = counting('volume', { count: 2, within: 2 * HOUR, of: 'articles' }, job);
    const bench = await workbench({ watches: [watch] });
    const { article } = newsOf();
    for (const [day, records] of [1, 3].entries()) {
      const slot = NOON + day * DAY;
      const foundAt = slot + 20 * MINUTE;
      bench.clock.at = foundAt;
      const found = Array.from({ length: records }, () => article(foundAt).finding);
      await storeFindings(
        bench.store,
        found.map((finding) => aStoredFinding(0, { finding, foundAt, verdict: { silent: 'counted' } })),
      );
      const track = { owner: 'job', watchId: watch.id, track: 'live' } as const;
      await changeState(bench.ports, track, () => ({
        version: 'v1',
        coveredFrom: NOON - DAY,
        coveredUntil: slot,
      }));
      await sweep(bench);
    }
    expect(await ringsOf(bench)).toEqual(['volume at 25']);
  });
});
