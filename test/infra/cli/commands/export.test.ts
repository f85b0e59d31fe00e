import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, isoOf } from '../../../../shared/domain/time/instant.ts';
import { aFinding, anAlert, aStoredFinding } from '../../../ports/examples.ts';
import { aStoryRecord } from '../../../ports/story-examples.ts';
import { storeFindings } from '../../../store/store-findings.ts';
import { FILE, memoryStack, NOW, openWorld } from '../open-world.ts';

const OTHER =
  '  other: { kind: search, query: { q: Globex }, brand: globex, alert: { channel: press-team } }\n';

/** Two watches, three findings, an alert of each watch and one without a watch, and two stories. */
async function open(options: Parameters<typeof openWorld>[0] = {}) {
  const { stack, store } = memoryStack();
  const world = openWorld({ stack, ...options });
  world.write(`brands: { globex: { names: [Globex] } }\n${FILE}${OTHER}`);
  const applied = await world.call('apply');
  expect(applied.err).toBe('');
  const title = '=HYPERLINK("https://evil.example"),\nsecond line';
  const found = (n: number, changes: Parameters<typeof aStoredFinding>[1]) =>
    aStoredFinding(n, { foundAt: NOW - HOUR, ...changes });
  await storeFindings(store, [
    found(1, {
      finding: aFinding(1, { title }),
      story: 's1',
      verdict: { notified: 'alert-00001' },
      joined: { by: 'copy' },
    }),
    found(2, { foundAt: NOW - 40 * DAY, story: 's2', verdict: { silent: 'baseline' } }),
    found(3, { watchId: 'other', verdict: { silent: 'same-story' } }),
  ]);
  await store.alerts.put(anAlert(1, { createdAt: NOW - HOUR }), { dueAt: NOW });
  await store.alerts.put(anAlert(2, { createdAt: NOW - HOUR, watchId: 'other' }), { dueAt: NOW });
  const { watchId: _none, ...general } = anAlert(3, { createdAt: NOW - HOUR });
  await store.alerts.put(general, { dueAt: NOW });
  const stories = ['s1', 's2'].map((id) =>
    aStoryRecord(id, {
      space: 'watch.acme-news',
      articles: [{ fingerprint: `f-${id}`, at: NOW - HOUR, domain: `${id}.example` }],
    }),
  );
  await store.stories.write('watch.acme-news', { records: stories, keys: [], open: [] });
  const read = (name: string) => readFileSync(join(world.folder, 'out', name), 'utf8');
  const records = (name: string): any[] =>
    read(`${name}.ndjson`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { ...world, stack, store, read, records };
}

describe('bellwether export', () => {
  it('writes findings, alerts and stories in both formats, for the owner alone', async () => {
    const { call, folder, records } = await open();
    const ended = await call('export', '--to', 'out');
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toContain(
      '3 findings, 3 alerts and 2 stories written to out: findings.ndjson, findings.csv',
    );
    expect(readdirSync(join(folder, 'out'))).toHaveLength(6);
    expect(statSync(join(folder, 'out', 'alerts.csv')).mode & 0o077).toBe(0);
    expect(records('findings')).toMatchObject([
      { watch: 'acme-news', story: 's2', joined: null, alert: null, silent: 'baseline' },
      { watch: 'acme-news', story: 's1', joined: 'copy', alert: 'alert-00001', silent: null },
      { watch: 'other', story: null, silent: 'same-story' },
    ]);
    expect(records('findings')[1].foundAt).toBe(isoOf(NOW - HOUR));
    expect(records('alerts').map(({ watch, state }) => [watch, state])).toEqual([
      ['acme-news', 'pending'],
      ['other', 'pending'],
      [null, 'pending'],
    ]);
    expect(records('stories')).toMatchObject([
      { id: 's2', outlets: ['s2.example'], findings: ['f-s2'] },
      { id: 's1', space: 'watch.acme-news', watches: ['acme-news'], articles: 1, outlets: ['s1.example'] },
    ]);
  });

  it('keeps the files of before until the new ones are whole, and leaves nothing else', async () => {
    const { call, stack, folder, read } = await open();
    await call('export', '--to', 'out');
    const before = read('findings.csv');
    const { alerts } = stack;
    stack.alerts = { ...alerts, madeOn: async () => Promise.reject(new Error('The table is gone.')) };
    expect(await call('export', '--to', 'out')).toMatchObject({ code: 1 });
    expect(read('findings.csv')).toBe(before);
    expect(readdirSync(join(folder, 'out'))).toHaveLength(6);
  });

  it('writes CSV that no spreadsheet runs, one line for each record', async () => {
    const { call, read } = await open();
    await call('export', '--to', 'out', '--format', 'csv');
    const [head, ...rows] = read('findings.csv').trimEnd().split('\n');
    expect(head).toMatch(/^watch,fingerprint,service,type,foundAt,/);
    expect(rows).toHaveLength(3);
    expect(read('findings.csv')).toContain(`"'=HYPERLINK(""https://evil.example""), second line"`);
  });

  it.each([
    [['--watch', 'acme-news'], 2, 1, 2],
    [['--brand', 'globex'], 1, 1, 0],
    [['--from', '2026-11-01'], 2, 3, 1],
    [['--until', '2026-11-01'], 1, 0, 1],
  ])('selects by %j', async (args, findings, alerts, stories) => {
    const { call } = await open();
    const ended = await call('export', '--to', 'out', '--json', ...args);
    expect(JSON.parse(ended.out)).toMatchObject({ stack: 'bellwether-test', findings, alerts, stories });
  });

  describe('after a watch was removed from the file', () => {
    async function afterRemoval() {
      const opened = await open();
      opened.write(FILE);
      expect((await opened.call('apply', '--yes')).code).toBe(0);
      return opened;
    }

    it.each([
      [[], ['acme-news'], 2, 3],
      [['--removed'], ['acme-news', 'other'], 3, 3],
      [['--watch', 'other'], ['other'], 1, 1],
    ])('%j exports %j', async (args, watches, findings, alerts) => {
      const { call } = await afterRemoval();
      const ended = await call('export', '--to', 'out', '--json', ...args);
      expect(JSON.parse(ended.out)).toMatchObject({ watches, findings, alerts });
    });

    it('says what it leaves out, and how to export it', async () => {
      const { call } = await afterRemoval();
      expect((await call('export', '--to', 'out')).err).toBe(
        'Not exported: 1 removed watch (other). Add --removed to export what is still stored.\n',
      );
      const ofBrand = await call('export', '--to', 'out', '--brand', 'globex');
      expect(ofBrand).toMatchObject({ code: 1 });
      expect(ofBrand.err).toContain('Every watch of brand "globex" was removed.\n  add --removed');
    });
  });
});
