import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import type { SeenRow } from '../../shared/domain/world/read-row.ts';
import { fileNameOf } from '../../shared/domain/world/archive-file.ts';
import { newState } from '../../shared/domain/world/archive-state.ts';
import { worldSource } from '../../shared/providers/world/world-source.ts';
import type { Archive } from '../../shared/use-cases/ports/services.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

const alert = { when: 'story', channel: 'press-team', settings: {} } as const;
const ofWorld = (changes: Partial<Watch> = {}) =>
  aWatch({ id: 'world', kind: 'world', query: { q: 'Acme' }, firstRun: 'tell', alert, ...changes });

const PAGE = 'https://www.outlet.example/acme-opens-a-plant';
const ROW: SeenRow = {
  key: 'page',
  link: 'http://outlet.example/acme-opens-a-plant/?utm_source=x',
  title: 'Acme opens a plant in Leipzig',
  outlet: { domain: 'outlet.example' },
  language: 'en',
  authors: [],
  people: [],
  companies: ['Acme'],
  names: [],
  themes: [],
  tone: -4,
  publishedAt: NOON - 20 * MINUTE,
  slot: NOON - 15 * MINUTE,
  seenAt: NOON - 10 * MINUTE,
};

it.each([
  ['news', 'world'],
  ['world', 'news'],
])(
  'an article that %s and then %s bring is sent once to a channel, and the archive is credited',
  async (...order) => {
    const found = aFinding(1, {
      title: ROW.title,
      snippet: 'The plant will make kettles.',
      link: PAGE,
      indexedAt: NOON - 10 * MINUTE,
      publishedAt: NOON - 15 * MINUTE,
      outlet: { domain: 'outlet.example', name: 'The Outlet' },
    });
    const world = ofWorld();
    const news = aWatch({ id: 'news', firstRun: 'tell', alert });
    const bench = await workbench({ watches: [news, world], corpus: [{ finding: found }] });
    const { id, version } = world;
    const watches = [{ id, version, from: NOON - 6 * HOUR }];
    await bench.store.world.putState({ ...newState(NOON), watches });
    await bench.store.world.putFinds(ROW.seenAt, { items: [ROW], missed: [] });
    const rows = worldSource(bench.store.world);
    const services = { ...bench.source };
    Object.assign(bench.source, {
      fetchPage: (...ask: Parameters<typeof rows.fetchPage>) =>
        (ask[0].watch.kind === 'world' ? rows : services).fetchPage(...ask),
    });
    for (const watchId of order) expect(await bench.run({ watchId })).toMatchObject({ new: 1 });
    await bench.deliver();
    bench.clock.at += 10 * MINUTE;
    await bench.deliver();
    const sent = bench.topic.published
      .map(({ texts }) => JSON.stringify(texts))
      .filter((text) => text.includes('Acme opens'));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('https://www.gdeltproject.org/');
    const stored = (await bench.store.findings.read('world', ['page']))[0]?.finding;
    expect(stored).toMatchObject({ sentiment: { content: -0.4 }, companies: ['Acme'], archive: true });
  },
);

it('a backfill reads the files before what is stored, a missing one is recorded, and one that fails is asked for again', async () => {
  const world = ofWorld({ firstRun: 'silent' });
  const bench = await workbench({ watches: [world] });
  const { id, version } = world;
  await bench.store.world.putState({ ...newState(NOON), watches: [{ id, version, from: NOON - HOUR }] });
  await bench.store.world.putFinds(NOON - 30 * MINUTE, {
    items: [{ ...ROW, seenAt: NOON - 30 * MINUTE }],
    missed: [],
  });
  let fails = true;
  const asked: string[] = [];
  const archive: Pick<Archive, 'read'> = {
    read: async (file) => {
      asked.push(fileNameOf(file));
      const age = (NOON - file.slot) / HOUR;
      if (age === 3 && fails) return { status: 'failed' };
      if (age === 4) return { status: 'missing' };
      const rows =
        file.stream === 'english' && age % 1 === 0 ? [{ ...ROW, key: `${age}`, slot: file.slot }] : [];
      return { status: 'read', md5: '', size: 1, rows };
    },
  };
  Object.assign(bench.source, worldSource(bench.store.world, archive));
  const window = { from: NOON - 6 * HOUR, to: NOON };
  const backfill = () => bench.run({ watchId: id, track: 'backfill', window });
  expect(await backfill()).toMatchObject({ status: 'failed', error: { name: 'TransportError' } });
  fails = false;
  expect(await backfill()).toMatchObject({ status: 'done' });
  const stored = await bench.store.findings.read(id, ['6', '5', '4', '3', '2', '1', 'page']);
  expect(stored.map(({ finding }) => finding.fingerprint)).toEqual(['6', '5', '3', '2', 'page']);
  expect(new Set(asked).size).toBe(2 * 5 * 4);
  const windows = await bench.store.windows.between(id, window);
  expect(windows.flatMap(({ missed = [] }) => missed.map(({ to }) => to))).toContain(NOON - 4 * HOUR);
});
