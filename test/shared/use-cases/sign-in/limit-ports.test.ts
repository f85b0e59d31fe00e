import { expect, it } from 'vitest';
import { receiptIdOf } from '../../../../shared/domain/pages/signed-link.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { newStoryOrder } from '../../../../shared/domain/pages/story-order.ts';
import { aChannel, aFinding, aMessage, anAlert, aStoryAlert, NOON } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { fillBrand } from '../../api/open-api.ts';
import { openStage } from './open-stage.ts';

type Stage = Awaited<ReturnType<typeof openStage>>;

/** What a brand has, and what the API does not show of it. */
async function fill({ ports }: Stage, brand: string, n: number) {
  await fillBrand(ports, brand, n);
  const [watchId, cuts, channel] = [`${brand}-news`, `${brand}-cuts`, `${brand}-team`];
  const space = `brand.${brand}.normal`;
  await ports.definitions.putChannel(aChannel({ name: channel, brief: 'cron(0 8 * * ? *)' }));
  const story = { id: `${brand}-story`, articles: 1, outlets: 1, countries: 1 };
  const of = { id: `${brand}-held`, brand, brandName: brand, watchId, channel, story, createdAt: NOON };
  const alert = aStoryAlert(n + 20, { title: `Recall by ${brand}` }, of);
  await ports.alerts.put(alert, { dueAt: NOON + DAY, heldFor: 'brief' });
  await ports.storyOrders.put(
    newStoryOrder({ kind: 'mute', space, story: story.id, at: NOON, silenceId: `${brand}-silence` }),
  );
  await ports.extractions.put(anExtraction({ id: `job-${brand}`, watchId: cuts }));
  const record = aRecord({
    id: `report${n}xx`.slice(0, 10).padEnd(10, 'x'),
    brand,
    title: brand,
    reportId: `${brand}-weekly`,
    headline: brand,
  });
  await ports.reportRecords.put(record);
  const lane = { watchId, alertId: alert.id, lane: channel };
  await ports.readerActions.put({
    kind: 'note',
    ...lane,
    text: `${brand} note`,
    at: NOON,
    expiresAt: NOON + DAY,
  });
  return { alert, message: { id: `${brand}-message` }, record, watchId, cuts, channel };
}

/** Days have pages without end. */
const MOST_PAGES = 250;

/** Every page that a viewer can come to by links, and the pages that are named. None of them may be cached. */
async function walk(stage: Stage, headers: Record<string, string>, from: readonly string[]) {
  const seen = new Map<string, { status: number; body: string }>();
  const left = ['/app', ...from];
  for (const path of left) {
    if (seen.has(path) || seen.size >= MOST_PAGES) continue;
    const { status, headers: own, body } = await stage.ask(path, { headers });
    expect([path, own['cache-control']]).toEqual([path, 'no-store']);
    seen.set(path, { status, body });
    const links = body.matchAll(/href="(\/app[^"#]*)/g);
    left.push(...Array.from(links, ([, href = '']) => href.replaceAll('&amp;', '&')));
  }
  return seen;
}

it('shows a viewer nothing of another brand: by no link, id, search, export or count', async () => {
  const stage = await openStage();
  await fill(stage, 'acme', 100);
  const other = await fill(stage, 'secretcorp', 200);
  // One message of a channel may hold alerts of both brands; then it is shown to neither.
  const both = aMessage(300, {
    alertIds: ['acme-alert-1', other.alert.id],
    texts: { subject: 'secretcorp', email: 'x', json: '{}' },
  });
  await stage.ports.messages.put(both);
  await stage.ports.incidents.raise({ subject: 'x', kind: 'key', since: NOON, text: 'secretcorp key' });
  const muted = anAlert(301, { brand: 'secretcorp', watchId: other.watchId });
  await stage.ports.alerts.put(muted, { dueAt: NOON });
  await stage.ports.alerts.settle(muted, { state: 'silenced', silenceId: 'secretcorp-silence', reason: 'x' });
  const id = receiptIdOf(other.alert);
  const named = [
    `/app/alerts/${id}`,
    `/app/alerts/${id}/actions`,
    `/app/alerts/${id}/findings`,
    `/app/alerts/${id}/findings/json`,
    `/app/watches/${other.watchId}`,
    `/app/watches/${other.watchId}/json`,
    `/app/messages/${other.message.id}`,
    `/app/messages/${other.message.id}/json`,
    `/app/messages/${both.id}`,
    `/app/messages/${both.id}/json`,
    `/app/briefs/${other.channel}`,
    `/app/briefs/${other.channel}/atom`,
    `/app/watches/${other.watchId}/atom`,
    '/app/stories/secretcorp-story',
    `/app/stories/secretcorp-story/copies/${aFinding(201).fingerprint}`,
    `/app/records/${other.cuts}`,
    `/app/records/${other.cuts}/csv`,
    `/app/records/${other.cuts}/json`,
    `/app/reports/${other.record.id}`,
    `/app/reports/${other.record.id}/json`,
    `/app/reports/${other.record.id}/rows?day=2026-11-10`,
  ];
  const lists = [
    '/app?state=all&brand=secretcorp',
    '/app/alerts?day=2026-11-20',
    '/app/stories?day=2026-11-20',
    '/app/extractions?day=2026-11-20',
    '/app/reports',
    '/app/records',
    '/app/watches',
    '/app/search?words=recall',
    `/app/search?watch=${other.watchId}`,
    '/app/search?brand=secretcorp',
    '/app/search?in=alerts&state=muted',
    '/app/search?outlet=secretcorp.example',
  ];
  const guest = await walk(stage, await stage.enter('guest'), [...named, ...lists]);
  for (const path of named) expect([path, guest.get(path)?.status]).toEqual([path, 404]);
  const asked =
    /value="secretcorp[\w.-]*"|secretcorp(?:\.example)? <span|[?&;](?:brand|outlet|watch)=secretcorp[\w.-]*/g;
  const leaks = [...guest].filter(([path, { body }]) =>
    // What the address itself says comes back in its form and its links.
    (path.includes('secretcorp')
      ? body.replaceAll(asked, '').replaceAll(/<bdi>secretcorp[\w.-]*<\/bdi>/g, '')
      : body
    ).includes('secretcorp'),
  );
  expect(leaks.map(([path]) => path)).toEqual([]);
  const text = (body = '') => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  // The same pages of the own brand, and their counts, are there.
  expect(guest.get('/app/stories/acme-story')?.status).toBe(200);
  expect(text(guest.get('/app')?.body)).toContain('Today 4 alerts');
  expect(text(guest.get('/app/watches')?.body)).toContain('0 alerts of the last 7 days muted');
  const editor = await walk(stage, await stage.enter('ana'), named);
  for (const path of named.filter((one) => !one.includes('/rows') && !one.includes('/reports/')))
    expect([path, editor.get(path)?.status]).toEqual([path, 200]);
  expect(text(editor.get('/app/watches')?.body)).toContain('1 alert of the last 7 days muted');
});

it('gives a list of a day its own entries to the end, however many of other brands lie between', async () => {
  const stage = await openStage();
  await fill(stage, 'acme', 100);
  for (let n = 0; n < 90; n += 1)
    await stage.ports.alerts.put(anAlert(1_000 + n, { brand: 'secretcorp' }), { dueAt: NOON });
  await stage.ports.alerts.put(
    aStoryAlert(50, { title: 'The earliest' }, { brand: 'acme', watchId: 'acme-watch', createdAt: NOON - 1 }),
    { dueAt: NOON },
  );
  const { body } = await stage.ask('/app/alerts?day=2026-11-20', { headers: await stage.enter('guest') });
  expect(body).toContain('The earliest');
  expect(body, 'the day before').toContain('/app/alerts?day=2026-11-19"');
});
