import type { Store } from '../../../../shared/store/open-store.ts';
import { openRollup } from '../../../../shared/domain/reports/rollup/roll-up-findings.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { storyArticleOf } from '../../../../shared/domain/stories/story-record.ts';
import { DAY, HOUR, type Instant } from '../../../../shared/domain/time/instant.ts';
import { removedWatchOf } from '../../../../shared/domain/watches/removed-watch.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import type { ForgetPorts } from '../../../../shared/use-cases/forget/forget-ports.ts';
import { memoryObjects } from '../../../ports/memory-services.ts';
import { heldClock, memorySchedules } from '../../../ports/memory-services.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { aChannel, aFinding, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { putFullWatch } from '../../../ports/full-watch.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { leaveShared, newStories } from '../../../ports/story-examples.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { type Table } from '../../../../shared/store/table.ts';

/** A day after everything that is stored. */
export const LATER = NOON + DAY;
const PARIS = 'Europe/Paris';
const compose = composeWithLinks(undefined);

/** What forgetting takes, in memory. */
export function openForgetBench() {
  const store = memoryStore();
  const schedules = memorySchedules();
  const bucket = new Map<string, unknown>();
  const clock = heldClock(LATER);
  const ports = {
    ...store,
    clock,
    schedules,
    compose,
    objects: memoryObjects({ objects: bucket }),
  } satisfies ForgetPorts;
  return { store, schedules, bucket, clock, ports };
}

/** What a test stores into: the ports, and the objects of the bucket. */
export interface Filling {
  store: Store;
  put: (key: string) => Promise<unknown>;
  table: Table;
}

/** Findings of two watches, or two of one, have no word in common. */
const ofWatch = (id: string, n: number) => {
  const word = `${id.replaceAll('-', '')}x${n}`;
  const title = `${word}alpha ${word}beta ${word}gamma`;
  return aFinding(n, { fingerprint: `${id}-story-${n}`, title, snippet: title });
};

/** A story that a version before shared among the watches, with what each of them has of it by now. */
async function putStory(
  { store, table }: Filling,
  { id, watches, at }: { id: string; watches: readonly string[]; at: Instant },
): Promise<void> {
  const [first = ''] = watches;
  const ofStory = (watchId: string) => ofWatch(watchId, watches.length === 1 ? 1 : 2);
  const keysOf = (finding: Finding) => {
    const { keys, fallbackKey } = similarityProfileOf(finding);
    return [...keys, fallbackKey].map((key) => ({ key, story: id, until: at + DAY }));
  };
  const finding = ofWatch(first, 1);
  const story = {
    id,
    title: finding.title,
    madeAt: at,
    seenAt: at,
    expiresAt: at + DAY,
    articles: watches.map((watchId) => storyArticleOf(ofStory(watchId))),
    signature: similarityProfileOf(finding).signature,
    samples: [],
    absorbed: [],
  };
  const keys = new Map(keysOf(finding).map(({ key, ...to }) => [key, to]));
  await leaveShared(table, { stories: [story], keys });
  for (const watchId of watches) {
    const own = { stories: [story], keys: keysOf(ofStory(watchId)) };
    await store.stories.putNew(watchId, newStories(own));
    const stored = aStoredFinding(0, { watchId, story: id, verdict: { silent: 'base' }, foundAt: at });
    await store.findings.put({ ...stored, finding: ofStory(watchId) });
  }
}

/**
 * Stores one of each thing for each watch, and what several of them share: a story, a message, a silence, a day of totals. All
 * of them are of a brand, unless they have another one.
 */
export async function fill(
  filling: Filling,
  { watches, brandOf = () => 'acme' }: { watches: readonly string[]; brandOf?: (id: string) => string },
): Promise<void> {
  const { store, put } = filling;
  await store.definitions.putChannel(aChannel());
  for (const id of watches) {
    await putFullWatch(store, id);
    await putStory(filling, { id: `story-of-${id}`, watches: [id], at: NOON });
    await store.removedWatches.note(removedWatchOf(aWatch({ id, brand: brandOf(id) }), NOON));
    await store.expectedRuns.put({ watchId: id, timetable: 'rate(1 hour)', after: NOON });
    await store.extractions.put(
      anExtraction({ id: `job-of-${id}`, watchId: id, state: 'done', upstreamId: `up-${id}` }),
    );
    await store.extractions.claim(`up-${id}`, { extractionId: `job-of-${id}`, expiresAt: LATER });
    for (const subject of [`watch:${id}:failing`, `watch:${id}:query`])
      await store.incidents.raise({ subject, kind: 'failing', since: NOON, text: `${id} has failed.` });
    for (const name of ['alone', 'all'])
      await putAlert(store, { id: `${name}-${id}`, watchId: id, brand: brandOf(id) });
    await store.silences.put(silenceOf(`of-${id}`, [id]));
    await put(`raw/news/${id}/2026-11-20/1.json`);
    await put(`deliveries/${id}/2026-11-20/1`);
  }
  await putStory(filling, { id: 'shared-story', watches: ['neighbour', ...watches], at: NOON });
  await store.removedWatches.note(removedWatchOf(aWatch({ id: 'neighbour' }), NOON));
  await putMessage(store, { id: 'mixed', alertIds: watches.map((id) => `all-${id}`) });
  for (const id of watches) await putMessage(store, { id: `of-${id}`, alertIds: [`alone-${id}`] });
  await store.silences.put(silenceOf('of-all', [...watches, 'neighbour']));
  for (const brand of new Set(watches.map(brandOf))) {
    const scope = { brand, timezone: PARIS };
    const day = '2026-11-19';
    const ofBrand = watches.filter((id) => brandOf(id) === brand).toSorted();
    await store.rollups.put(scope, { day, foundDay: day, rollup: openRollup().close() }, LATER + DAY);
    await store.rollups.mark(scope, { foundDay: day, watches: ofBrand, days: [day] }, LATER + DAY);
    await store.reportRecords.put(aRecord({ id: `report-${brand}`, reportId: `${brand}-weekly`, brand }));
    await put(`reports/${brand}-weekly/2026-11-09_2026-11-15.html`);
    await store.alerts.put(
      { ...anAlert(0, { id: `report-of-${brand}`, brand, items: [] }), ...WITHOUT_WATCH },
      { dueAt: NOON },
    );
    await putMessage(store, { id: `of-report-${brand}`, alertIds: [`report-of-${brand}`] });
  }
}

const WITHOUT_WATCH = { watchId: undefined, watchKind: undefined, watchVersion: undefined } as any;

async function putAlert(
  store: Store,
  { id, watchId, brand }: { id: string; watchId: string; brand: string },
): Promise<void> {
  const items = [{ ...aFinding(1), title: `News of ${watchId}` }];
  await store.alerts.put(anAlert(0, { id, watchId, brand, items }), { dueAt: NOON });
}

/** A message that SNS has accepted, with its alerts bound to it. */
async function putMessage(
  store: Store,
  { id, alertIds }: { id: string; alertIds: readonly string[] },
): Promise<void> {
  const alerts = await Promise.all(alertIds.map(async (one) => (await store.alerts.get(one))!.alert));
  const composed = compose(alerts, { channel: aChannel(), now: NOON, because: 'group' });
  await store.messages.put({ ...composed, id });
  const stored = (await store.messages.get(id))!;
  await store.messages.move(stored, { state: 'accepted', tries: 1, retryAt: NOON });
  await store.alerts.bind('press-team', { id, alertIds });
}

function silenceOf(id: string, watch: readonly string[]) {
  const matchers = { watch };
  return { id, matchers, owner: 'jane', reason: 'figures', startsAt: NOON, endsAt: NOON + HOUR };
}

/** Everything that the store in memory holds, a line each. */
export function dump({ store, schedules, bucket }: ReturnType<typeof openForgetBench>): string[] {
  return [
    ...[...bucket.keys()].map((key) => `object ${key}`),
    ...store.table
      .items()
      .filter(({ pk }) => pk !== 'LEASES')
      .map((item) => `${item.pk} ${item.sk} ${JSON.stringify(item, inOrder)}`),
    ...[...schedules.schedules].map(([id, schedule]) => `schedule ${id} ${JSON.stringify(schedule)}`),
  ].toSorted();
}

/** Fields and sets in an order, and bytes as text, for JSON. */
function inOrder(_key: string, value: unknown): unknown {
  if (value instanceof Set) return [...value].toSorted((a, b) => (a < b ? -1 : 1));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}
