import type { Waiting } from '../../shared/domain/alerts/decision.ts';
import { articleOf, emptyStory, withArticle } from '../../shared/domain/stories/open-story.ts';
import { newStoryOrder } from '../../shared/domain/pages/story-order.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import type { Store } from '../../shared/store/open-store.ts';
import { storeFindings } from '../store/store-findings.ts';
import { aFinding, aStoredFinding, NOON } from './examples.ts';

/** The windows of a watch, and what it stores beside findings: one of each kind, and both states. */
export const FULL = { findings: 3, windows: 1, quarantined: 1, others: 12 };

/** Puts one of each item that lies below a watch, with three findings. */
export async function putFullWatch(store: Store, watchId: string): Promise<void> {
  await storeFindings(
    store,
    [1, 2, 3].map((n) => {
      const finding = aFinding(n, { fingerprint: `${watchId}-${n}` });
      return aStoredFinding(n, { watchId, finding, foundAt: NOON - n });
    }),
  );
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
  const space = `watch.${watchId}`;
  const open = withArticle(emptyStory('story', NOON), articleOf(aFinding(1)));
  await store.stories.write(space, { records: [], keys: [], open: [open] });
  await store.storyOrders.put(newStoryOrder({ kind: 'mute', space, story: 'story', at: NOON }));
  await store.spaces.wait([waitingPart(space, watchId)]);
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

/** A part that waits in a space. */
export function waitingPart(space: string, watchId = 'acme-news'): Waiting {
  return { kind: 'part', part: 'part', space, rank: 'live', since: NOON, watchId };
}
