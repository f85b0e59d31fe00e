import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import { aFinding, aStoredFinding } from '../ports/examples.ts';
import { describeOnEachTable } from './each-table.ts';
import { storeFindings } from './store-findings.ts';

const DAY = '2026-03-01';
const AT = Date.parse(`${DAY}T12:00:00Z`);
const numberOf = ({ fingerprint }: { fingerprint: string }) => Number(fingerprint.slice(-2));

describeOnEachTable('the timeline:', (table) => {
  const store = () => openStore(table());
  describe('timeline', () => {
    it('goes back through what a watch found, behind any place, though more comes meanwhile', async () => {
      const { timeline, ...rest } = store();
      const watchId = 'goes-back';
      const put = (...found: [n: number, foundAt: number][]) =>
        storeFindings(
          rest,
          found.map(([n, foundAt]) => aStoredFinding(n, { watchId, foundAt })),
        );
      // Four of one instant, found by two steps, and one of another.
      await put([1, AT], [3, AT], [4, AT]);
      await put([2, AT], [5, AT - 1]);
      await storeFindings(rest, [aStoredFinding(6, { watchId: 'goes-back-other', foundAt: AT })]);
      const ids = async (before: { at: number; id: string } | undefined, limit: number) =>
        (await timeline.findings({ watchId, day: DAY, before, limit })).map(({ finding }) =>
          numberOf(finding),
        );
      expect(await ids(undefined, 2)).toEqual([4, 3]);
      await put([9, AT]);
      expect(await ids({ at: AT, id: aFinding(3).fingerprint }, 2)).toEqual([2, 1]);
      expect(await ids({ at: AT, id: aFinding(1).fingerprint }, 9)).toEqual([5]);
      expect(await ids({ at: AT, id: '' }, 9)).toEqual([5]);
      expect(await ids({ at: AT, id: '~' }, 2)).toEqual([9, 4]);
    });
  });
});
