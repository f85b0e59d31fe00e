import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, type Window } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { filesBetween, SLOT, STREAMS } from '../../../../shared/domain/world/archive-file.ts';
import { worldSource } from '../../../../shared/providers/world/world-source.ts';
import { pollWorld } from '../../../../shared/use-cases/world/poll-world.ts';
import { aWatch } from '../../../ports/examples.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { readPage } from '../../../ports/found-pages.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { openArchiveServer, START, wantedIn } from './archive-server.ts';

const acme = (changes: Partial<Watch> = {}) =>
  aWatch({ id: 'acme', kind: 'world', query: { q: '"Acme Corp"' }, lookback: 6 * HOUR, ...changes });

const allFiles = (span: Window) => STREAMS.flatMap((stream) => filesBetween(stream, span));

it('a reader that dies at any step stores all rows in the end', async () => {
  const recent = { lookback: HOUR };
  let now = START + 2 * HOUR + 4 * MINUTE;
  const server = await openArchiveServer({ fateOf: () => 'whole', now: () => now });
  const expected = allFiles({ from: START - 4 * HOUR + SLOT, to: START + 3 * HOUR }).flatMap(wantedIn);
  await forEveryDeath(async (doom) => {
    now = START + 2 * HOUR + 4 * MINUTE;
    const store = memoryStore();
    await store.definitions.putWatch(acme(recent));
    const clock = { now: () => now, sleep: async () => undefined };
    const ports = { ...store, clock, archive: server.archive };
    await pollWorld(ports, { owner: 'first', deadline: now + 10 * MINUTE });
    await store.definitions.putWatch(acme({ ...recent, id: 'other' }));
    now += 30 * MINUTE;
    const round = pollWorld(dying(ports, doom), { owner: 'second', deadline: now + 10 * MINUTE });
    await dies(round);
    now += 15 * MINUTE;
    await pollWorld(ports, { owner: 'third', deadline: now + 10 * MINUTE });
    for (const id of ['acme', 'other']) {
      const source = worldSource(store.world);
      const window = await source.knownSpan!(acme({ ...recent, id }), 'live');
      const page = await readPage(
        source.fetchPage(
          { watch: acme({ ...recent, id }), window: window!, page: 1 },
          { deadline: Infinity },
        ),
      );
      const links = new Set(page.findings.map(({ link }) => link));
      const since = window!.from;
      const own = expected.filter((link) => Number(link.split('/')[4]) * SLOT + START >= since);
      expect(own.filter((link) => !links.has(link))).toEqual([]);
    }
  });
  server.close();
}, 120_000);

it('goes on with the past of a new watch in the next round when the time is up', async () => {
  let now = START + DAY + 4 * MINUTE;
  const server = await openArchiveServer({ fateOf: () => 'whole', now: () => now });
  const store = memoryStore();
  await store.definitions.putWatch(acme());
  let reads = 0;
  const archive = {
    ...server.archive,
    read: (...ask: Parameters<typeof server.archive.read>) => {
      reads += 1;
      now += 20 * SECOND;
      return server.archive.read(...ask);
    },
  };
  const clock = { now: () => now, sleep: async () => undefined };
  const round = () =>
    pollWorld({ ...store, clock, archive }, { owner: `${now}`, deadline: now + 3 * MINUTE });
  expect(await round()).toMatchObject({ waiting: expect.any(Number) });
  expect(await worldSource(store.world).knownSpan!(acme(), 'live')).toBeUndefined();
  for (let n = 0; n < 12; n += 1) await round();
  expect(await worldSource(store.world).knownSpan!(acme(), 'live')).toBeDefined();
  expect(reads).toBeLessThan(70);
  server.close();
});

it('reads nothing without a watch of its kind', async () => {
  const store = memoryStore();
  await store.definitions.putWatch(aWatch());
  const clock = { now: () => START, sleep: async () => undefined };
  const archive = {
    latest: () => Promise.reject(new Error('asked')),
    read: () => Promise.reject(new Error('asked')),
  };
  expect(await pollWorld({ ...store, clock, archive }, { owner: 'a', deadline: START + DAY })).toMatchObject({
    status: 'no-watches',
  });
});
