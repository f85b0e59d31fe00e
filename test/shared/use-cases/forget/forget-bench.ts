import { openRollup } from '../../../../shared/domain/reports/roll-up-findings.ts';
import { keysOf } from '../../../../shared/domain/stories/assign-stories.ts';
import { storyArticleOf } from '../../../../shared/domain/stories/story.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { removedWatchOf, spaceOf } from '../../../../shared/domain/watches/watch.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import type { Store } from '../../../../shared/store/open-store.ts';
import type { ForgetPorts } from '../../../../shared/use-cases/forget/read-traces.ts';
import { aChannel, aFinding, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { putFullWatch } from '../../../ports/full-watch.ts';
import { heldClock, memoryObjects, memorySchedules } from '../../../ports/memory-services.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { aStoryRecord } from '../../../ports/story-examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { storeFindings } from '../../../store/store-findings.ts';

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
}

/** Findings of two watches, or two of one, have no word in common. */
const ofWatch = (id: string, n: number) => {
  const word = `${id.replaceAll('-', '')}x${n}`;
  const title = `${word}alpha ${word}beta ${word}gamma`;
  return aFinding(n, { fingerprint: `${id}-story-${n}`, title, snippet: title });
};

/**
 * A story of a brand whose first article is that of the first of its watches. Each of them has found an article of
 * it.
 */
export async function putStory(
  store: Store,
  { id, brand, watches }: { id: string; brand: string; watches: readonly string[] },
): Promise<void> {
  const [first = ''] = watches;
  const n = watches.length === 1 ? 1 : 2;
  const space = spaceOf({ id: '', brand });
  const finding = ofWatch(first, n);
  const notice = { severity: 'info', at: NOON, alerts: [`alone-${first}`], watches } as const;
  const record = aStoryRecord(id, {
    space,
    title: finding.title,
    articles: [storyArticleOf(finding)],
    watches,
    notices: { 'press-team': notice },
  });
  const owned = keysOf({ finding }).map((key) => ({ key, story: id, until: LATER + DAY }));
  await store.stories.write(space, { records: [record], keys: owned, open: [] });
  const found = watches.map((watchId) => aStoredFinding(0, { watchId, story: id, foundAt: NOON }));
  await storeFindings(
    store,
    found.map((one) => ({ ...one, finding: ofWatch(one.watchId, n) })),
  );
}

/**
 * Stores one of each thing for each watch, and what several of them share: a story, a message, a silence, a day of
 * totals. All of them are of a brand, unless they have another one.
 */
export async function fill(
  filling: Filling,
  { watches, brandOf = () => 'acme' }: { watches: readonly string[]; brandOf?: (id: string) => string },
): Promise<void> {
  const { store, put } = filling;
  await store.definitions.putChannel(aChannel());
  for (const id of watches) {
    await putFullWatch(store, id);
    await putStory(store, { id: `story-of-${id}`, brand: brandOf(id), watches: [id] });
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
  await putStory(store, { id: 'shared-story', brand: 'neighbours', watches: ['neighbour', ...watches] });
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

/** Everything that is stored, a line each. Who holds a lease, or held one, is left out. */
export async function dump({ store, schedules, bucket }: ReturnType<typeof openForgetBench>) {
  const isLease = ({ pk, sk }: { pk: string; sk: string }) =>
    pk === 'LEASES' || (pk.startsWith('SPACE#') && sk === 'STATE');
  return [
    ...store.table.items().flatMap((item) => (isLease(item) ? [] : [lineOf(item)])),
    ...[...bucket.keys()].map((key) => `object ${key}`),
    ...[...schedules.schedules.keys()].map((id) => `schedule ${id}`),
  ].toSorted();
}

function lineOf({ pk, sk, ...item }: { pk: string; sk: string }): string {
  const inOrder = (_key: string, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return `${pk} ${sk} ${JSON.stringify(item, inOrder)}`;
}
