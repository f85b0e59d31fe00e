import { expect, it, describe } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { dayOf, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding, NOON } from '../ports/examples.ts';
import { longText } from '../ports/long-texts.ts';
import { describeOnEachTable, fresh } from './each-table.ts';
import { storeFindings } from './store-findings.ts';

describeOnEachTable('long texts:', (table) => {
  const openedStore = () => openStore(table());
  const verdict = { notified: 'alert-1' } as const;
  const found = (watchId: string, n: number, changes: Parameters<typeof aStoredFinding>[1] = {}) =>
    aStoredFinding(n, { watchId, finding: aFinding(n, { snippet: longText(`Lyon ${n}`) }), ...changes });

  describe('long texts', () => {
    it('of findings, decided or not, are read whole by key, by time and by a search', async () => {
      const store = openedStore();
      const watchId = fresh('w');
      const given = [found(watchId, 1, { verdict }), found(watchId, 2), found(watchId, 3, { verdict })];
      await storeFindings(store, given);
      const textsOf = (all: readonly StoredFinding[] = []) =>
        byTime(all).map(({ finding }) => finding.snippet);
      const texts = textsOf(given);
      const keys = given.map(({ finding }) => finding.fingerprint);
      expect(textsOf(await store.findings.read(watchId, keys))).toEqual(texts);
      expect(textsOf(await store.findings.foundIn(watchId, { from: NOON, to: NOON + MINUTE }))).toEqual(
        texts,
      );
      const [searched] = await store.timeline.findings([{ watchId, day: dayOf(NOON), limit: 10 }]);
      expect(textsOf(searched)).toEqual(texts);
      const articles = keys.map((fingerprint) => ({ watchId, fingerprint }));
      expect(textsOf(await store.timeline.articles(articles))).toEqual(texts);
    });
  });
});

function byTime<T extends { foundAt: number }>(found: readonly T[]): T[] {
  return found.toSorted((one, other) => one.foundAt - other.foundAt);
}
