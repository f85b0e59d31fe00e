import type { Store } from '../../shared/store/open-store.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding, NOON } from './examples.ts';
import { newStories } from './story-examples.ts';

/** The windows of a watch, and what it stores beside findings: one of each kind, and both states. */
export const FULL = { findings: 3, windows: 1, quarantined: 1, others: 7 };

/** Puts one of each item that lies below a watch, with three findings. */
export async function putFullWatch(store: Store, watchId: string): Promise<void> {
  for (const n of [1, 2, 3]) {
    const finding = aFinding(n, { fingerprint: `${watchId}-${n}` });
    await store.findings.put(aStoredFinding(n, { watchId, finding, foundAt: NOON - n }));
  }
  await store.windows.put({
    watchId,
    from: NOON,
    to: NOON + HOUR,
    state: 'open',
    retryAt: NOON,
    cut: false,
    late: false,
    matched: 1,
    found: 1,
    calls: 1,
    failures: 0,
  });
  await store.quarantine.put({
    watchId,
    id: 'one',
    service: 'news',
    reason: 'It cannot be read.',
    raw: '{}',
    times: 1,
    firstAt: NOON,
    lastAt: NOON,
    expiresAt: NOON + DAY,
  });
  for (const track of ['live', 'backfill'] as const) {
    const state = await store.states.acquire({ watchId, track }, { owner: 'run', until: NOON + HOUR }, NOON);
    if (state) await store.states.save(state, { set: { coveredUntil: NOON }, release: true });
  }
  const notified = {
    watchId,
    story: 'story',
    fingerprint: `${watchId}-1`,
    until: NOON + DAY,
  };
  await store.stories.putNew(watchId, newStories({ claims: [notified] }));
  await store.collectedRuns.note({
    watchId,
    jobId: 'job',
    takenAt: NOON,
    isPulled: false,
    expiresAt: NOON + DAY,
  });
  await store.seenValues.isFirst({
    watchId,
    of: 'outlet',
    value: 'a',
    fingerprint: 'f',
    now: NOON,
    until: NOON + DAY,
  });
  await store.recordKeys.claim(watchId, {
    id: 'mark',
    fingerprint: 'f',
    extractionId: 'e',
    expiresAt: NOON + DAY,
  });
  const hours = { since: NOON - HOUR, until: NOON, readAt: NOON, hours: [], recent: [], detections: [] };
  await store.hourlyCounts.put({ watchId, policy: 'p', ...hours }, undefined);
}
