import { beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { openRollup } from '../../shared/domain/reports/rollup/roll-up-findings.ts';
import type { ReportPlan } from '../../shared/domain/reports/report-plan.ts';
import type { KeyedRollup } from '../../shared/store/reports.ts';
import { aFinding, aStoredFinding, NOON } from '../ports/examples.ts';
import { aRecord } from '../ports/report-examples.ts';
import { describeOnEachTable } from './each-table.ts';

const UNTIL = NOON + 400 * DAY;
const SCOPE = { brand: 'acme', timezone: 'Europe/Paris' };

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function rollupOf(numbers: readonly number[], title = 'Acme opens plant'): KeyedRollup['rollup'] {
  const rollup = openRollup();
  for (const n of numbers)
    rollup.add(aStoredFinding(n, { finding: aFinding(n, { title: `${title} ${n}` }) }));
  return rollup.close();
}

describeOnEachTable('what reports keep:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });

  it('gives back plans until they are removed', async () => {
    const plan: ReportPlan = {
      id: 'acme-weekly',
      brand: {
        id: 'acme',
        names: ['Acme'],
        exclude: [],
        competitors: [{ id: 'globex', names: ['Globex'] }],
      },
      schedule: 'cron(0 8 ? * MON *)',
      timezone: 'Europe/Paris',
      days: 7,
      channel: 'press-team',
      look: { title: 'Acme', colour: '#112233' },
    };
    await store.reportPlans.putPlan(plan);
    await store.reportPlans.putPlan({ ...plan, id: 'acme-daily', days: 1 });
    expect(await store.reportPlans.plan('acme-weekly')).toEqual(plan);
    expect((await store.reportPlans.plans()).map(({ id }) => id)).toEqual(['acme-daily', 'acme-weekly']);
    await store.reportPlans.removePlan('acme-daily');
    expect(await store.reportPlans.plan('acme-daily')).toBeUndefined();
  });

  it('lists written reports by their last day, newest first, and replaces one that is written again', async () => {
    const older = aRecord();
    const period = { first: '2026-11-16', last: '2026-11-22', timezone: 'Europe/Paris' };
    const newer = aRecord({ id: 'bcdefghijk', period });
    await store.reportRecords.put(newer);
    await store.reportRecords.put(older);
    await store.reportRecords.put({ ...older, headline: 'Four.' });
    expect(await store.reportRecords.latest(10)).toEqual([newer, { ...older, headline: 'Four.' }]);
    expect(await store.reportRecords.latest(1)).toEqual([newer]);
    expect(await store.reportRecords.get(newer.id)).toEqual(newer);
    expect(await store.reportRecords.get('none')).toBeUndefined();
  });

  it('keeps what the service counted', async () => {
    const counts = { window: { from: 0, to: DAY }, articles: { acme: 3 }, calls: 1, expiresAt: UNTIL };
    await store.nameCounts.put('key', counts);
    expect(await store.nameCounts.get('key')).toEqual(counts);
    expect(await store.nameCounts.get('other')).toBeUndefined();
  });

  it('reads folds by the day of the news, and keeps scopes apart', async () => {
    const rollups: KeyedRollup[] = [
      { day: '2026-11-10', foundDay: '2026-11-10', rollup: rollupOf([1, 2]) },
      { day: '2026-11-10', foundDay: '2026-11-12', rollup: rollupOf([3]) },
      { day: '2026-11-12', foundDay: '2026-11-12', rollup: rollupOf([4]) },
    ];
    for (const rollup of rollups) await store.rollups.put(SCOPE, rollup, UNTIL);
    await store.rollups.put({ ...SCOPE, timezone: 'UTC' }, rollups[0]!, UNTIL);
    expect(await all(store.rollups.read(SCOPE, { first: '2026-11-10', last: '2026-11-12' }))).toEqual(
      rollups,
    );
    expect(await all(store.rollups.read(SCOPE, { first: '2026-11-11', last: '2026-11-12' }))).toEqual([
      rollups[2],
    ]);
    await store.rollups.remove(SCOPE, rollups[1]!);
    expect(await all(store.rollups.read(SCOPE, { first: '2026-11-10', last: '2026-11-11' }))).toEqual([
      rollups[0],
    ]);
  });

  it('keeps a fold of any size, and what replaces it', async () => {
    const scope = { ...SCOPE, brand: 'large' };
    // Titles that do not deflate, so that the fold needs several items.
    let seed = 1;
    const noise = () =>
      Array.from({ length: 12 }, () => (seed = (seed * 16_807) % 2_147_483_647).toString(36)).join('');
    const large = openRollup();
    for (let n = 0; n < 9_000; n += 1)
      large.add(aStoredFinding(n, { finding: aFinding(n, { authors: [noise()], title: noise() }) }));
    const entry = { day: '2026-11-10', foundDay: '2026-11-10' };
    await store.rollups.put(scope, { ...entry, rollup: large.close() }, UNTIL);
    const days = { first: '2026-11-10', last: '2026-11-10' };
    expect(await all(store.rollups.read(scope, days))).toEqual([{ ...entry, rollup: large.close() }]);
    await store.rollups.put(scope, { ...entry, rollup: rollupOf([1]) }, UNTIL);
    expect(await all(store.rollups.read(scope, days))).toEqual([{ ...entry, rollup: rollupOf([1]) }]);
    await store.rollups.remove(scope, entry);
    expect(await all(store.rollups.read(scope, days))).toEqual([]);
  });

  it('marks the days that are folded', async () => {
    const mark = { foundDay: '2026-11-12', watches: ['a', 'b'], days: ['2026-11-10', '2026-11-12'] };
    await store.rollups.mark(SCOPE, mark, UNTIL);
    expect(await store.rollups.marks(SCOPE, { from: '2026-11-01', to: '2026-11-12' })).toEqual([mark]);
    expect(await store.rollups.marks(SCOPE, { from: '2026-11-13', to: '2026-11-30' })).toEqual([]);
  });

  it('gives the findings of a day page by page, and says which were known before', async () => {
    const { findings } = store;
    for (const n of [1, 2, 3]) await findings.put(aStoredFinding(n, { watchId: 'w' }));
    await findings.put(aStoredFinding(4, { watchId: 'w', foundAt: NOON + DAY, story: 'story-4' }));
    const pages = await all(store.found.pages('w', '2026-11-20'));
    const found = pages.flat().map(({ finding }) => finding.fingerprint);
    expect(found.toSorted()).toEqual(['article-00001', 'article-00002', 'article-00003']);
    expect((await all(store.found.pages('w', '2026-11-19'))).flat()).toEqual([]);
    const asked = ['article-00001', 'article-00004', 'article-00009'];
    expect(await store.found.foundBefore('w', asked, '2026-11-20')).toEqual(new Map());
    expect(await store.found.foundBefore('w', asked, '2026-11-21')).toEqual(
      new Map([['article-00001', undefined]]),
    );
    expect(await store.found.foundBefore('w', asked, '2026-11-22')).toEqual(
      new Map([
        ['article-00001', undefined],
        ['article-00004', 'story-4'],
      ]),
    );
  });

  it('goes on after a finding, oldest first', async () => {
    const { findings } = store;
    for (const n of [3, 1, 2, 4])
      await findings.put(aStoredFinding(n, { watchId: 'paged', foundAt: NOON + Math.floor(n / 2) }));
    const from = async (after?: { foundAt: number; fingerprint: string }) =>
      (await all(store.found.pages('paged', '2026-11-20', after)))
        .flat()
        .map(({ finding }) => finding.fingerprint);
    const whole = await from();
    expect(whole).toEqual([1, 2, 3, 4].map((n) => aFinding(n).fingerprint));
    expect(await from({ foundAt: NOON + 1, fingerprint: whole[1]! })).toEqual(whole.slice(2));
    expect(await from({ foundAt: NOON + 2, fingerprint: whole[3]! })).toEqual([]);
  });
});
