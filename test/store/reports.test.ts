import { expect, it } from 'vitest';
import { openRollup } from '../../shared/domain/reports/roll-up-findings.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { openStore } from '../../shared/store/open-store.ts';
import type { KeyedRollup } from '../../shared/store/reports.ts';
import { aFinding, aStoredFinding, NOON } from '../ports/examples.ts';
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

describeOnEachTable('the store of reports', (open) => {
  const reports = () => openStore(open());

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
});
