import { describe, expect, it } from 'vitest';
import { RefusedError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { reconcile } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { aChannel, aWatch } from '../../../ports/examples.ts';
import { memorySubscriptions } from '../../../ports/memory-services.ts';
import { workbench } from '../bench.ts';
import { aJobWatch, extractionBench } from '../extraction-bench.ts';

async function open(pending: readonly string[] = []) {
  const bench = await workbench({ watches: [aWatch()] });
  const subscriptions = memorySubscriptions(pending);
  let looks = 0;
  const counted = {
    ...subscriptions,
    list: async () => {
      looks += 1;
      return subscriptions.list();
    },
  };
  const ports = { ...bench.ports, subscriptions: counted, plans: {}, executions: bench.ports.workflow };
  let sweeps = 0;
  const sweep = () =>
    reconcile(ports, {
      owner: `sweep-${(sweeps += 1)}`,
      deadline: bench.clock.now() + 5 * MINUTE,
    });
  return { bench, ports, subscriptions, sweep, looks: () => looks };
}

describe('a sweep', () => {
  it('reads the watches once, also when everything is due that needs them', async () => {
    const { bench, ports } = await open();
    let reads = 0;
    const watches = async () => {
      reads += 1;
      return bench.store.definitions.watches();
    };
    const counted = { ...ports, definitions: { ...bench.store.definitions, watches } };
    const sweep = (owner: string) => reconcile(counted, { owner, deadline: bench.clock.now() + 5 * MINUTE });
    await sweep('first');
    expect(reads).toBe(1);
    await bench.store.definitions.putWatch(aWatch({ id: 'later' }));
    bench.clock.at += 2 * HOUR;
    expect((await sweep('second')).missed).toEqual(['acme-news']);
    expect(reads).toBe(2);
    bench.clock.at += 2 * HOUR;
    // It reads them again, each sweep: here is the one that was added.
    expect((await sweep('third')).missed).toEqual(['acme-news', 'later']);
  });

  it('queues a watch with an open window again, and opens one incident when it stays open for long', async () => {
    const { bench, sweep } = await open();
    bench.source.fail = () => new TransportError('Away.', { service: 'news', operation: 'POST /search' });
    await bench.run();
    expect((await sweep()).requeued).toEqual([]);
    bench.clock.at += 5 * MINUTE;
    expect((await sweep()).requeued).toEqual(['acme-news']);
    expect((await sweep()).requeued).toEqual([]);
    bench.clock.at += 2 * HOUR;
    expect((await sweep()).troubles).toContain('watch:acme-news:open-window');
    bench.clock.at += 2 * HOUR;
    await sweep();
    bench.source.fail = undefined;
    await bench.run();
    await bench.deliver();
    const subjects = bench.topic.published.map(({ texts }) => texts.subject);
    expect(subjects.filter((subject) => subject.includes('A time window could not be covered'))).toHaveLength(
      2,
    );
    expect((await bench.store.incidents.open()).map(({ subject }) => subject)).not.toContain(
      'watch:acme-news:open-window',
    );
  });

  it('opens no incident for an open window of a watch that the budget slows', async () => {
    const { bench, sweep } = await open();
    const facts = { service: 'news', operation: 'POST /search', status: 429, refusal: 'quota' } as const;
    bench.source.fail = () => new RefusedError('The calls of the plan are used up.', facts);
    await bench.run();
    for (let hour = 0; hour < 6; hour += 1) {
      bench.clock.at += HOUR;
      expect((await sweep()).requeued).toEqual(['acme-news']);
    }
    const openIncidents = async () => (await bench.store.incidents.open()).map(({ subject }) => subject);
    expect(await openIncidents()).not.toContain('watch:acme-news:open-window');

    await bench.store.incidents.clear('service:news:quota');
    const reason = 'The plan runs short.';
    await bench.store.states.setRate('acme-news', { state: 'paused', reason, until: bench.clock.at + DAY });
    bench.clock.at += HOUR;
    await sweep();
    expect(await openIncidents()).not.toContain('watch:acme-news:open-window');

    await bench.store.states.setRate('acme-news', undefined);
    bench.clock.at += HOUR;
    await sweep();
    expect(await openIncidents()).toContain('watch:acme-news:open-window');
  });

  it('checks the subscribers once a day, and has an incident for a channel until someone confirms', async () => {
    const { bench, subscriptions, sweep, looks } = await open();
    await sweep();
    bench.clock.at += HOUR;
    await sweep();
    expect(looks()).toBe(1);
    expect((await bench.store.incidents.open()).map(({ subject }) => subject)).toEqual([
      'channel:press-team:no-subscriber',
    ]);
    const { name, email } = aChannel();
    await subscriptions.subscribe({ protocol: 'email', endpoint: email[0] ?? '', channels: [name] });
    bench.clock.at += DAY;
    expect((await sweep()).cured).toEqual(['channel:press-team:no-subscriber']);
  });

  it('restarts an extraction that no execution carries on', async () => {
    const bench = await extractionBench();
    await bench.run(aJobWatch());
    const [id = ''] = bench.workflow.started.keys();
    bench.workflow.ended.add(id);
    bench.clock.at += 30 * MINUTE;
    const ports = { ...bench.ports, subscriptions: memorySubscriptions(), plans: {} };
    const outcome = await reconcile(ports, { owner: 'sweep', deadline: bench.clock.at + 5 * MINUTE });
    expect(outcome).toMatchObject({ status: 'done', restarted: [id] });
  });
});
