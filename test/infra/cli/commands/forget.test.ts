import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, anAlert, aStoredFinding } from '../../../ports/examples.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { aStoryRecord } from '../../../ports/story-examples.ts';
import { FILE, memoryStack, NOW, openWorld } from '../open-world.ts';
import { storeFindings } from '../../../store/store-findings.ts';

const BRANDED = `brands: { globex: { names: [Globex] } }
${FILE}  other: { kind: search, query: { q: Globex }, brand: globex, alert: { channel: press-team } }
`;

/** A stack with two watches that have found something, of which one was removed from the file. */
async function open(options: Parameters<typeof openWorld>[0] = {}, { removed = true } = {}) {
  const memory = memoryStack();
  const { stack, store, bucket, clock } = memory;
  const world = openWorld({
    stack,
    pause: async () => {
      clock.at += 10 * MINUTE;
    },
    ...options,
  });
  world.write(BRANDED);
  await world.call('apply');
  for (const [n, watchId] of ['acme-news', 'other'].entries()) {
    const finding = aFinding(n, { fingerprint: `of-${watchId}` });
    await storeFindings(store, [aStoredFinding(n, { watchId, finding, foundAt: NOW - HOUR })]);
    await store.alerts.put(anAlert(n, { id: `alert-${watchId}`, watchId, createdAt: NOW - HOUR }), {
      dueAt: NOW,
    });
    bucket.set(`raw/news/${watchId}/2026-11-20/1.json`, '{}');
  }
  const story = aStoryRecord('story-of-other', {
    space: 'brand.globex.normal',
    watches: ['other'],
    madeAt: NOW,
  });
  await store.stories.write(story.space, { records: [story], keys: [], open: [] });
  await store.silences.put({
    id: 'muted',
    matchers: { watch: ['other', 'acme-news'] },
    owner: 'jane@acme.example',
    reason: 'figures',
    startsAt: NOW,
    endsAt: NOW + HOUR,
  });
  world.write(FILE);
  if (removed) await world.call('apply', '--yes');
  return { ...world, ...memory };
}

describe('bellwether forget watch', () => {
  it('lists what it removes, asks, removes it, and says what it cannot remove', async () => {
    const asked: string[] = [];
    const confirm = async (question: string) => asked.push(question) > 0;
    const { call, store, bucket } = await open({ confirm });
    const ended = await call('forget', 'watch', 'other');
    expect(ended.err).toBe(`This removes for good what bellwether-test has stored of watch other:
  1 finding
  1 story; one that other watches found too stays, without its name
  2 other records; windows, states, decisions, values seen, receipts and quarantine
  1 alert
  1 silence; one that names others too keeps those
  1 object; raw JSON, webhook payloads and reports in the bucket
Waiting until 2026-11-21T08:06:00Z: a function that began before other was removed may still write.
`);
    expect(asked).toEqual(['Remove it for good?']);
    expect(ended.out).toMatch(
      /^removed 1 finding\nremoved 1 story; .*\n(?:removed .*\n)*Done: bellwether-test/,
    );
    expect(ended.out).toContain('Not removed:\n  log lines that name it');
    expect(ended.code).toBe(0);
    expect(await store.findings.total('other')).toBe(0);
    expect(await store.findings.total('acme-news')).toBe(1);
    expect((await store.stories.read(['story-of-other'])).size).toBe(0);
    expect([...bucket.keys()]).toEqual(['raw/news/acme-news/2026-11-20/1.json']);
    expect(await store.removedWatches.all(NOW)).toEqual([]);
    const again = await call('forget', 'watch', 'other');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('Nothing is stored of watch other in bellwether-test.\nNot removed:');
  });

  it('names the watches that were removed when nothing is stored of one', async () => {
    const { call } = await open();
    const ended = await call('forget', 'watch', 'othr', '--yes');
    expect(ended.code).toBe(0);
    expect(ended.out).toContain(
      'Nothing is stored of watch othr in bellwether-test.\nWatches that were removed: other.\n',
    );
  });

  it('lets the stack end the monitor of the watch first', async () => {
    const { call, store, stack } = await open();
    const monitor = { type: 'monitor', name: 'other', revision: 0, failures: 0 } as const;
    await store.resources.write({ ...monitor, silent: false, secrets: [], rounds: 0 });
    const blocked = await call('forget', 'watch', 'other', '--yes');
    expect(blocked.code).toBe(1);
    expect(blocked.err).toContain('The extraction service still has the monitor of other.');
    expect(await store.findings.total('other')).toBe(1);
    const reconcile = stack.reconcileUpstream;
    stack.reconcileUpstream = async () => {
      for (const one of await store.resources.all()) await store.resources.remove(one);
      return reconcile();
    };
    expect((await call('forget', 'watch', 'other', '--yes')).code).toBe(0);
  });
});

describe('bellwether forget brand', () => {
  it('removes its watches and reports, and names the watches before', async () => {
    const { call, store, bucket } = await open();
    await store.reportRecords.put(aRecord({ reportId: 'globex-weekly', brand: 'globex' }));
    bucket.set('reports/globex-weekly/2026-11-09_2026-11-15.html', '');
    const ended = await call('forget', 'brand', 'globex', '--yes');
    expect(ended.code).toBe(0);
    expect(ended.err).toContain('stored of brand globex:\n  its watches other\n');
    expect(ended.err).toContain('1 report\n');
    expect(await store.findings.total('other')).toBe(0);
    expect([...bucket.keys()]).toEqual(['raw/news/acme-news/2026-11-20/1.json']);
    expect(await store.reportRecords.latest(9)).toEqual([]);
  });
});

describe('bellwether forget address', () => {
  it('removes its subscription, its record and its name', async () => {
    const { call, store, subscriptions } = await open();
    const jane = { protocol: 'email', endpoint: 'jane@acme.example' } as const;
    const arn = await subscriptions.subscribe({ ...jane, channels: ['press-team'] });
    await store.subscriptionRecords.put({ ...jane, channels: ['press-team'], arn, askedAt: NOW });
    const ended = await call('forget', 'address', 'jane@acme.example', '--yes', '--json');
    expect(ended.err).toContain('  1 subscription; to receive alerts again it must confirm again\n');
    expect(JSON.parse(ended.out)).toMatchObject({
      kind: 'address',
      forgotten: { subscriptions: 1, records: 1, silences: 1 },
      pending: false,
    });
    expect(subscriptions.all.has('jane@acme.example')).toBe(false);
    const [silence] = await store.silences.since(0);
    expect(silence?.owner).toBe('(removed)');
    const again = await call('forget', 'address', 'jane@acme.example', '--yes');
    expect(again.out).toContain('Nothing is stored of address jane@acme.example');
  });
});
