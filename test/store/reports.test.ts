import { expect, it } from 'vitest';
import { openRollup } from '../../shared/domain/reports/roll-up-findings.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { openStore } from '../../shared/store/open-store.ts';
import type { KeyedRollup } from '../../shared/store/reports.ts';
import { aFinding, aStoredFinding, NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';
import { storeFindings } from './store-findings.ts';

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

describeOnEachTable('the store of reports', (open) => {
  const reports = () => openStore(open());
  const store = () => openStore(open());

  it('reads folds by the day of the news, and keeps scopes apart', async () => {
    const rollups: KeyedRollup[] = [
      { day: '2026-11-10', foundDay: '2026-11-10', rollup: rollupOf([1, 2]) },
      { day: '2026-11-10', foundDay: '2026-11-12', rollup: rollupOf([3]) },
      { day: '2026-11-12', foundDay: '2026-11-12', rollup: rollupOf([4]) },
    ];
    for (const rollup of rollups) await reports().rollups.put(SCOPE, rollup, UNTIL);
    await reports().rollups.put({ ...SCOPE, timezone: 'UTC' }, rollups[0]!, UNTIL);
    expect(await all(reports().rollups.read(SCOPE, { first: '2026-11-10', last: '2026-11-12' }))).toEqual(
      rollups,
    );
    expect(await all(reports().rollups.read(SCOPE, { first: '2026-11-11', last: '2026-11-12' }))).toEqual([
      rollups[2],
    ]);
    await reports().rollups.remove(SCOPE, rollups[1]!);
    expect(await all(reports().rollups.read(SCOPE, { first: '2026-11-10', last: '2026-11-11' }))).toEqual([
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
    await reports().rollups.put(scope, { ...entry, rollup: large.close() }, UNTIL);
    const days = { first: '2026-11-10', last: '2026-11-10' };
    expect(await all(reports().rollups.read(scope, days))).toEqual([{ ...entry, rollup: large.close() }]);
    await reports().rollups.put(scope, { ...entry, rollup: rollupOf([1]) }, UNTIL);
    expect(await all(reports().rollups.read(scope, days))).toEqual([{ ...entry, rollup: rollupOf([1]) }]);
    await reports().rollups.remove(scope, entry);
    expect(await all(reports().rollups.read(scope, days))).toEqual([]);
  });

  it('gives the findings of a day page by page, and says which were known before', async () => {
    const watchId = fresh('w');
    await storeFindings(store(), [
      ...[1, 2, 3].map((n) => aStoredFinding(n, { watchId })),
      aStoredFinding(4, { watchId, foundAt: NOON + DAY, story: 'story-4' }),
    ]);
    const { findings } = store();
    const foundOn = async (day: string) => (await all(findings.foundOn(watchId, day))).flat();
    const found = (await foundOn('2026-11-20')).map(({ finding }) => finding.fingerprint);
    expect(found).toEqual(['article-00001', 'article-00002', 'article-00003']);
    expect((await foundOn('2026-11-21')).map(({ story }) => story)).toEqual(['story-4']);
    expect(await foundOn('2026-11-19')).toEqual([]);
    const asked = ['article-00001', 'article-00004', 'article-00009'];
    const foundBefore = (day: string) => findings.foundBefore(watchId, asked, day);
    expect(await foundBefore('2026-11-20')).toEqual(new Set());
    expect(await foundBefore('2026-11-21')).toEqual(new Set(asked.slice(0, 1)));
    expect(await foundBefore('2026-11-22')).toEqual(new Set(asked.slice(0, 2)));
  });

  it('goes on after a finding, oldest first, also within an instant with several parts', async () => {
    const watchId = fresh('paged');
    const { findings } = store();
    const put = (n: number) =>
      storeFindings(store(), [aStoredFinding(n, { watchId, foundAt: NOON + Math.floor(n / 3) })]);
    for (const n of [3, 1, 5, 2, 4]) await put(n);
    const from = async (after?: { foundAt: number; fingerprint: string }) =>
      (await all(findings.foundOn(watchId, '2026-11-20', after)))
        .flat()
        .map(({ finding }) => finding.fingerprint);
    const whole = await from();
    expect(whole).toEqual([1, 2, 3, 4, 5].map((n) => aFinding(n).fingerprint));
    expect(await from({ foundAt: NOON, fingerprint: whole[0]! })).toEqual(whole.slice(1));
    expect(await from({ foundAt: NOON + 1, fingerprint: whole[3]! })).toEqual(whole.slice(4));
    expect(await from({ foundAt: NOON + 1, fingerprint: whole[4]! })).toEqual([]);
  });
});
