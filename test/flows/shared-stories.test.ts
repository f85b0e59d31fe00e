import { describe, expect, it } from 'vitest';
import { joinParts } from '../../shared/domain/stories/story-record.ts';
import { dayOf, DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { readStories } from '../../shared/use-cases/stories/read-stories.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { heldStories, removeItems } from '../store/memory-store.ts';
import { leaveShared } from '../ports/story-examples.ts';

// Versions before shared stories and their keys among all watches. The next version goes on with them, each watch with a copy.

type Bench = Awaited<ReturnType<typeof workbench>>;

const TEXT = 'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work. ';
const wire = (n: number, at: number) => ({
  finding: aFinding(n, {
    title: 'Acme closes its plant in Leipzig',
    snippet: TEXT.repeat(5),
    indexedAt: at,
    publishedAt: at,
    outlet: { domain: `outlet-${n}.example` },
  }),
});
const climbs = {
  alert: { when: 'story', channel: 'press-team' },
  raise: [{ to: 'critical', outlets: 4 }],
} as const;
const watches = ['acme-news', 'other'].map((id) => aWatch({ id, query: { q: id }, ...climbs }));

/** Makes of all stories and keys what a version before would have: one for all watches. */
async function asBefore({ store }: Bench) {
  const { stories, keys } = heldStories(store.table);
  const records = Map.groupBy(stories.values(), ({ id }) => id);
  const shared = [...records.values()].flatMap((parts) => {
    const { watchId: _own, ...record } = joinParts(parts)!;
    const { signature } = parts[0]!;
    return { ...record, signature, samples: parts.flatMap(({ samples }) => samples) };
  });
  const owners = new Map([...keys].map(([key, to]) => [key.split('/')[0] ?? '', to]));
  await removeItems(store.table, ({ pk }) => /^(STORY|BAND)#/.test(pk));
  await leaveShared(store.table, { stories: shared, keys: owners });
}

async function opened() {
  const bench = await workbench({ watches, corpus: [wire(1, NOON - HOUR), wire(2, NOON - HOUR)] });
  for (const { id } of watches) await bench.run({ watchId: id }, `first-${id}`);
  await asBefore(bench);
  bench.clock.at = NOON + 20 * DAY;
  bench.corpus.push(...[3, 4, 5].map((n) => wire(n, NOON + 20 * DAY - HOUR)));
  return bench;
}

async function notified({ store }: Bench) {
  const days = [0, 20, 21].map((n) => dayOf(NOON + n * DAY));
  const alerts = await Promise.all(days.map((day) => store.alerts.madeOn(day, 100)));
  return alerts.flat().map(({ alert: { watchId, occasion, raised, story } }) => ({
    watchId,
    kind: raised?.after ? 'climb' : occasion.type,
    story: story?.id,
  }));
}

describe('stories that a version before shared among watches', () => {
  it('are known, climb, and are notified of once in each watch', async () => {
    const bench = await opened();
    for (const { id } of watches)
      expect(await bench.run({ watchId: id }, `upgraded-${id}`)).toMatchObject({ new: 3, alerts: 1 });
    bench.clock.at += 15 * MINUTE;
    bench.corpus.push(wire(6, bench.clock.at - MINUTE));
    for (const { id } of watches)
      expect(await bench.run({ watchId: id }, `next-${id}`)).toMatchObject({ new: 1, alerts: 0 });
    const all = await notified(bench);
    for (const { id } of watches)
      expect(all.filter(({ watchId }) => watchId === id).map(({ kind }) => kind)).toEqual(['story', 'climb']);
    expect(new Set(all.map(({ story }) => story)).size).toBe(1);
    const whole = (await readStories(bench.store, [all[0]?.story ?? ''])).get(all[0]?.story ?? '');
    expect(whole?.story.members).toHaveLength(6);
  });

  it('are gone on with after a death at any call', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await opened();
      const call = { owner: 'dies', deadline: bench.clock.at + 5 * MINUTE };
      await dies(runWatch(bench.order(), dying(bench.ports, doom), call));
      bench.clock.at += 15 * MINUTE;
      await bench.run({}, 'again');
      const own = (await notified(bench)).filter(({ watchId }) => watchId === 'acme-news');
      expect(own.map(({ kind }) => kind)).toEqual(['story', 'climb']);
      expect((await findingsOf(bench)).filter(({ verdict }) => !verdict)).toEqual([]);
    });
    expect(deaths).toBeGreaterThan(8);
  });
});
