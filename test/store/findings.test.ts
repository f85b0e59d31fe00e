import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { partOf } from '../../shared/store/findings/findings.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { aStoredFinding, NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';
import { storeFindings } from './store-findings.ts';

const idsOf = (found: readonly StoredFinding[]) => found.map(({ finding }) => finding.fingerprint);

const inOrder = (found: readonly StoredFinding[]) =>
  found.toSorted((one, other) => (one.finding.fingerprint < other.finding.fingerprint ? -1 : 1));

describeOnEachTable('findings:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });

  it('are put once, and are known by the hundreds', async () => {
    const watchId = fresh('w');
    const all = Array.from({ length: 230 }, (_, n) => aStoredFinding(n, { watchId }));
    expect(await store.findings.known(watchId, [])).toEqual(new Set());
    expect(await store.findings.put(all[0]!)).toBe(true);
    expect(await store.findings.put({ ...all[0]!, foundAt: NOON + DAY })).toBe(false);
    await store.findings.putNew(all.slice(1));
    expect(await store.findings.known(watchId, [...idsOf(all), 'unknown'])).toEqual(new Set(idsOf(all)));
    expect(await store.findings.known(fresh('w'), idsOf(all))).toEqual(new Set());
    expect(await store.findings.total(watchId)).toBe(230);
  });

  it('take the place of what others have put, in any number, and have their own verdict from the start', async () => {
    const watchId = fresh('w');
    const [first, ...others] = Array.from({ length: 60 }, (_, n) => aStoredFinding(n, { watchId }));
    const excluded = { ...first!, verdict: { silent: 'excluded' } as const };
    await store.findings.put({ ...others[6]!, foundAt: NOON + HOUR });
    for (let again = 0; again < 2; again += 1) await store.findings.putNew([excluded, ...others]);
    await store.findings.putNew([]);
    const all = [excluded, ...others];
    expect(inOrder(await store.findings.read(watchId, [...idsOf(all), 'unknown']))).toEqual(all);
    expect(await store.findings.read(watchId, [])).toEqual([]);
  });

  it('are read by their part without what was decided; one that was found again belongs to the other part', async () => {
    const watchId = fresh('w');
    const found = [1, 2].map((n) => aStoredFinding(n, { watchId, foundAt: NOON }));
    const part = partOf(found);
    const inPart = found.map((one) => ({ ...one, part: part.key }));
    await store.findings.putPart({ ...part, decided: { findings: [], alerts: [] } });
    await store.findings.putNew(inPart.slice(0, 1));
    expect(await store.findings.ofPart(part)).toEqual({ found: inPart.slice(0, 1), isWhole: false });
    await store.findings.putNew([{ ...inPart[1]!, part: 'another' }]);
    expect(await store.findings.ofPart(part)).toEqual({ found: inPart.slice(0, 1), isWhole: true });
    expect(await store.findings.foundIn(watchId, { from: NOON, to: NOON })).toEqual(inPart.slice(0, 1));
    expect(await store.findings.part(watchId, part.key)).toEqual({
      ...part,
      decided: { findings: [], alerts: [] },
    });
    expect(await store.findings.part(watchId, 'unknown')).toBeUndefined();
  });

  it('are given by time, each once, from any instant, in pages and counted', async () => {
    const watchId = fresh('w');
    const at = (minutes: number, count: number, first: number) =>
      Array.from({ length: count }, (_, n) =>
        aStoredFinding(first + n, { watchId, foundAt: NOON + minutes * MINUTE }),
      );
    const [early, late, next] = [at(0, 130, 100), at(20, 3, 300), at(24 * 60, 2, 400)];
    for (let again = 0; again < 2; again += 1) await storeFindings(store, [...next, ...late, ...early]);
    const { findings } = store;
    const ids = idsOf([...early, ...late, ...next]);
    const found = async (from: number, to: number) => idsOf(await findings.foundIn(watchId, { from, to }));
    expect(await found(NOON, NOON + HOUR)).toEqual(ids.slice(0, 133));
    expect(await found(NOON + 1, NOON + 2 * DAY)).toEqual(ids.slice(130));
    const days: string[] = [];
    for await (const page of findings.foundOn(watchId, dayOf(NOON))) days.push(...idsOf(page));
    expect(days).toEqual(ids.slice(0, 133));
    const after: string[] = [];
    const last = { foundAt: NOON, fingerprint: ids[128]! };
    for await (const page of findings.foundOn(watchId, dayOf(NOON), last)) after.push(...idsOf(page));
    expect(after).toEqual(ids.slice(129, 133));
    expect(await findings.count(watchId, { from: NOON - DAY, to: NOON + 2 * DAY }, NOON + DAY)).toBe(135);
    expect(await findings.foundBefore(watchId, [ids[0]!, ids[134]!], dayOf(NOON + DAY))).toEqual(
      new Set([ids[0]]),
    );
  });

  it('are counted by when the service indexed them, whenever they were found since', async () => {
    const watchId = fresh('w');
    const one = (n: number, indexedAt: number, foundAt: number) =>
      aStoredFinding(n, { watchId, foundAt, finding: { ...aStoredFinding(n).finding, indexedAt } });
    await storeFindings(store, [
      one(1, NOON, NOON),
      one(2, NOON + 5 * MINUTE, NOON + DAY),
      one(3, NOON + HOUR, NOON + DAY),
    ]);
    const window = { from: NOON, to: NOON + HOUR };
    expect(await store.findings.count(watchId, window, NOON + 2 * DAY)).toBe(2);
  });

  describe('whose content changes', () => {
    it('take another content without being found again', async () => {
      const watchId = fresh('w');
      const known = aStoredFinding(2, { watchId, verdict: { notified: 'alert-1' } });
      known.finding.contentHash = 'one';
      known.finding.articles = [{ title: 'A', link: 'https://news.example/a', publishedAt: NOON }];
      await storeFindings(store, [known]);
      const next = { ...known.finding, contentHash: 'two', title: 'Another title' };
      const changes = [{ at: NOON + HOUR, facts: [{ name: 'amount', from: '5', to: '6' }] }];
      const changedAt = NOON + HOUR;
      await store.findings.revise(watchId, { finding: next, changedAt, changes });
      await store.findings.revise(watchId, { finding: { ...next, fingerprint: 'unknown' }, changedAt });
      const more = { ...next, companies: ['Acme'], hashWithoutCompanies: 'two' };
      await store.findings.revise(watchId, { finding: more });
      const [read, ...others] = await store.findings.read(watchId, [known.finding.fingerprint, 'unknown']);
      expect(read).toMatchObject({ ...known, finding: more, changedAt, changes });
      expect(others).toEqual([]);
    });

    it('say that alerts are due on changes until these are made, and longer if they change meanwhile', async () => {
      const watchId = fresh('w');
      const { finding } = aStoredFinding(1);
      await store.findings.put(aStoredFinding(1, { watchId }));
      const awaited = [{ before: NOON, facts: [{ name: 'status', from: 'open', to: 'closed' }] }];
      const read = async () => (await store.findings.read(watchId, [finding.fingerprint]))[0]!;
      await store.findings.revise(watchId, { finding, changedAt: NOON + 1, awaited });
      const first = await read();
      expect(first.awaited).toEqual(awaited);
      const both = [...awaited, { before: NOON + 1, facts: [] }];
      await store.findings.revise(watchId, { finding, changedAt: NOON + 2, awaited: both });
      await store.findings.endAwaited(first);
      expect((await read()).awaited).toEqual(both);
      await store.findings.endAwaited(await read());
      expect(await read()).not.toHaveProperty('awaited');
    });
  });
});
