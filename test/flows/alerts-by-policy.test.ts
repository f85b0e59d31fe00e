import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { HOUR, MINUTE, DAY } from '../../shared/domain/time/instant.ts';
import type { Settings } from '../../shared/domain/policies/policy.ts';
import type { PolicyName } from '../../shared/domain/policies/registry.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { newsOf } from '../shared/use-cases/news-of.ts';

// Policies that judge findings and changes, through whole runs over the table in memory.

type Bench = Awaited<ReturnType<typeof workbench>>;

const watchFor = (when: PolicyName, settings: Settings, changes: Partial<Watch> = {}) =>
  aWatch({ firstRun: 'silent', alert: { when, channel: 'press-team', settings }, ...changes });

async function notified(bench: Bench): Promise<string[]> {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const alerts = (await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 1_000)))).flat();
  return alerts.flatMap(({ alert: { occasion, items } }) =>
    'text' in occasion && occasion.type !== 'incident'
      ? [`${items.map(({ fingerprint }) => fingerprint).join()} ${occasion.text}`]
      : [],
  );
}

async function later(bench: Bench, milliseconds = 15 * MINUTE) {
  bench.clock.at += milliseconds;
  return bench.run();
}

describe('first seen', () => {
  const watch = watchFor('first_seen', { of: 'outlet' });
  const outlet = (domain: string): Partial<Finding> => ({ outlet: { domain } });

  it('notifies of an outlet once; outlets of the silent baseline are known', async () => {
    const { article } = newsOf();
    const corpus = [article(NOON - HOUR, outlet('old.example'))];
    const bench = await workbench({ watches: [watch], corpus });
    await bench.run();
    const from = ['old.example', 'new.example', 'New.Example', 'other.example'];
    corpus.push(...from.map((domain, n) => article(NOON + n * MINUTE, outlet(domain))));
    await later(bench);
    corpus.push(article(bench.clock.at, outlet('new.example')));
    await later(bench);
    expect(await notified(bench)).toHaveLength(2);
    expect((await notified(bench)).map((text) => text.slice(14)).toSorted()).toEqual([
      'Seen for the first time: the outlet new.example.',
      'Seen for the first time: the outlet other.example.',
    ]);
    const silent = (await findingsOf(bench)).map(
      ({ verdict }) => verdict && 'silent' in verdict && verdict.silent,
    );
    expect(silent.filter((why) => why === 'seen-before')).toHaveLength(3);
  });
});

describe('changes', () => {
  const layoff = (n: number, people: string, changes: Partial<Finding> = {}) => ({
    finding: aFinding(n, {
      indexedAt: NOON - 3 * HOUR,
      service: 'events',
      type: 'event',
      title: 'Acme lays off',
      facts: { company_name: 'Acme', number_of_people_laid_off: people },
      contentHash: `digest-${people}`,
      ...changes,
    }),
  });
  const events = { kind: 'events', query: { event_type: 'layoff' } } as const;

  it('of a fact are notified each time, with the old and the new value; new events are not', async () => {
    const bench = await workbench({ watches: [watchFor('change', {}, events)], corpus: [layoff(1, '50')] });
    await bench.run();
    bench.corpus.splice(0, 1, layoff(1, '80'), layoff(2, '7'));
    await later(bench);
    await later(bench);
    expect(await notified(bench)).toEqual(['article-00001 Changed: number of people laid off.']);
    bench.corpus.splice(0, 1, layoff(1, '50'));
    await later(bench);
    bench.corpus.splice(0, 1, layoff(1, '80'));
    await later(bench);
    expect(await notified(bench), 'the same once more is another change').toHaveLength(3);
    const [{ alert } = { alert: undefined }] = (await bench.store.alerts.madeOn('2026-11-20', 10)).filter(
      (one) => one.alert.occasion.type === 'change',
    );
    expect(alert?.occasion).toMatchObject({
      changes: [{ name: 'number_of_people_laid_off', from: '50', to: '80' }],
    });
  });

  it('of other facts, and of excluded events, are stored and not notified', async () => {
    const watch = watchFor('change', { of: ['location'] }, events);
    const bench = await workbench({ watches: [watch], corpus: [layoff(1, '50')] });
    await bench.run();
    bench.corpus.splice(0, 1, layoff(1, '80'));
    expect(await later(bench)).toMatchObject({ changed: 1 });
    expect(await notified(bench)).toEqual([]);
    const any = await workbench({ watches: [watchFor('change', {}, events)], corpus: [layoff(1, '50')] });
    await any.run();
    any.corpus.splice(0, 1, layoff(1, '80', { excludedBy: 'advert' }));
    expect(await later(any)).toMatchObject({ changed: 1 });
    expect(await notified(any)).toEqual([]);
  });

  it('of a headline are notified while the service returns the article again; other watches make no read for it', async () => {
    const { article } = newsOf();
    const one = article(NOON - HOUR, { title: 'Acme opens a plant' });
    const bench = await workbench({ watches: [watchFor('change', {}, { overlap: DAY })], corpus: [one] });
    await bench.run();
    one.finding.title = 'Acme closes a plant';
    expect(await later(bench)).toMatchObject({ changed: 1, new: 0 });
    expect(await notified(bench)).toEqual(['article-00001 Changed: headline.']);
    const [found] = await findingsOf(bench);
    expect(found?.finding.title).toBe('Acme closes a plant');
    const other = await workbench({ watches: [aWatch({ overlap: DAY })], corpus: [one] });
    await other.run();
    one.finding.title = 'Acme moves a plant';
    expect(await later(other)).toMatchObject({ changed: 0 });
  });
});
