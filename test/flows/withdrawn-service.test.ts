import { describe, expect, it } from 'vitest';
import { GoneError, RefusedError } from '../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

const facts = { service: 'news', operation: 'POST /search_similar' } as const;
const gone = () => new GoneError('There is no such path.', { ...facts, status: 404 });
const notInPlan = () => new RefusedError('Not in your plan.', { ...facts, status: 403, refusal: 'plan' });
const similar = (id = 'like-this') => aWatch({ id, kind: 'similar' });
const corpus = () => [{ finding: aFinding(1, { indexedAt: NOON - 5 * MINUTE }) }];

describe('a path that the service does not offer', () => {
  it.each([
    ['is gone', gone, 'service:news:POST /search_similar:withdrawn'],
    ['is not in the plan', notInPlan, 'watch:like-this:withdrawn'],
  ])(
    '%s: the watch makes no call for a day, has no failure, then covers what it missed',
    async (_name, error, subject) => {
      const bench = await workbench({ watches: [similar()], corpus: corpus() });
      bench.source.fail = error;
      expect(await bench.run()).toMatchObject({
        status: 'skipped',
        calls: 1,
        error: { incident: 'withdrawn' },
      });
      expect((await bench.store.incidents.open()).map((incident) => incident.subject)).toEqual([subject]);
      expect(await bench.store.windows.latest('like-this')).toEqual([]);
      bench.source.fail = undefined;
      bench.clock.at = NOON + 23 * HOUR;
      expect(await bench.run()).toMatchObject({ status: 'skipped', calls: 0, error: { name: 'WatchRests' } });
      expect(await bench.store.states.read('like-this', 'live')).toMatchObject({ failures: 0 });
      bench.clock.at = NOON + DAY;
      expect(await bench.run()).toMatchObject({ status: 'done', new: 1 });
      expect(await bench.store.incidents.open()).toEqual([]);
      bench.clock.at += 15 * MINUTE;
      expect(await bench.run()).toMatchObject({ status: 'done', calls: 1 });
    },
  );

  it('is requested at once when the query changes', async () => {
    const bench = await workbench({ watches: [similar()] });
    bench.source.fail = gone;
    await bench.run();
    bench.source.fail = undefined;
    await bench.store.definitions.putWatch({ ...similar(), version: 'v2' });
    expect(await bench.run()).toMatchObject({ status: 'done', calls: 1 });
  });

  it('is requested at once when a person runs the watch', async () => {
    const bench = await workbench({ watches: [similar()] });
    bench.source.fail = gone;
    await bench.run();
    expect(await bench.run({ byHand: true })).toMatchObject({ status: 'skipped', calls: 1 });
    bench.source.fail = undefined;
    expect(await bench.run()).toMatchObject({ calls: 0, error: { name: 'WatchRests' } });
    expect(await bench.run({ byHand: true })).toMatchObject({ status: 'done', calls: 1 });
    expect(await bench.store.incidents.open()).toEqual([]);
    expect(await bench.run()).toMatchObject({ status: 'done', calls: 1 });
  });

  it('has what an earlier run left ordered to be decided, although nothing is requested', async () => {
    const bench = await workbench({ watches: [similar()], corpus: corpus() });
    bench.source.fail = gone;
    await bench.run();
    const dead = { owner: 'dead', until: NOON };
    await bench.store.states.acquire({ watchId: 'like-this', track: 'live' }, dead, NOON);
    bench.clock.at += HOUR;
    expect(await bench.collect()).toMatchObject({ status: 'skipped', calls: 0 });
    expect(bench.ports.decideQueue.waiting).toHaveLength(1);
  });
});
