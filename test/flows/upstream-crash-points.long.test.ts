import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../shared/domain/time/instant.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import {
  aftermath,
  aMonitorWatch,
  NOTHING,
  type UpstreamBench,
  upstreamBench,
} from '../shared/use-cases/upstream-bench.ts';

type Ports = UpstreamBench['ports'];

/** Sweeps that die once at most, five minutes apart, with all that happens in between. */
async function passDying(bench: UpstreamBench, { ports, sweeps }: { ports: Ports; sweeps: number }) {
  let dead = false;
  for (let n = 0; n < sweeps; n += 1) {
    if (!dead) dead = await dies(bench.sweep(ports));
    await bench.pass(5 * MINUTE);
  }
}

const list = {
  name: 'shops',
  companies: ['Acme', 'Globex'].map((name) => ({
    key: name.toLowerCase(),
    name,
    alternativeNames: [],
    keyPersons: [],
  })),
};
const ONE = { ...NOTHING, projects: 1, webhooks: 1, monitors: 1, jobs: 1 };

describe('a sweep that dies at any port call', () => {
  it('creates one project, one webhook, one job and one monitor, and notifies of the same', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await upstreamBench();
      try {
        await bench.apply(aMonitorWatch());
        await passDying(bench, { ports: dying(bench.ports, doom), sweeps: 5 });
        expect(await bench.holds()).toEqual(ONE);
        expect((await aftermath(bench)).findings.map(({ told: notified }) => notified)).toEqual([true, true]);
      } finally {
        await bench.close();
      }
    });
    expect(deaths).toBeGreaterThan(15);
  });

  it('replaces a monitor whose schedule cannot be changed by one other', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await upstreamBench({ service: { settings: { fixedSchedules: true } } });
      try {
        await bench.apply(aMonitorWatch());
        await bench.pass(15 * MINUTE);
        const [before] = (await bench.client.monitors.list()).monitors;
        await bench.apply(aMonitorWatch({ schedule: 'cron(30 7 ? * MON *)' }));
        await passDying(bench, { ports: dying(bench.ports, doom), sweeps: 2 });
        const { monitors } = await bench.client.monitors.list();
        expect(monitors).toMatchObject([{ raw: { schedule: '30 7 * * 1' } }]);
        expect(monitors[0]?.monitor_id).not.toBe(before?.monitor_id);
        expect(await bench.holds()).toEqual(ONE);
        expect(await bench.store.resources.monitor('breaches')).toMatchObject({ failures: 0 });
      } finally {
        await bench.close();
      }
    });
    expect(deaths).toBeGreaterThan(4);
  });

  it('creates one dataset with one entity for each company, and removes them again', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await upstreamBench();
      try {
        await bench.store.watchlists.put(list);
        await passDying(bench, { ports: dying(bench.ports, doom), sweeps: 3 });
        expect(await bench.holds()).toEqual({ ...NOTHING, projects: 1, datasets: 1, entities: 2 });
        expect((await bench.client.datasets.list()).datasets).toMatchObject([{ raw: { entity_count: 2 } }]);
      } finally {
        await bench.close();
      }
    });
    expect(deaths).toBeGreaterThan(8);
  });

  it('removes everything', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await upstreamBench();
      try {
        await bench.store.watchlists.put(list);
        await bench.apply(aMonitorWatch({ watchlist: 'shops' }));
        await bench.pass(15 * MINUTE);
        await bench.store.watchlists.remove('shops');
        await bench.apply();
        await passDying(bench, { ports: dying(bench.ports, doom), sweeps: 1 });
        expect(await bench.holds()).toEqual(NOTHING);
        expect(await bench.store.resources.all()).toEqual([]);
      } finally {
        await bench.close();
      }
    });
    expect(deaths).toBeGreaterThan(8);
  });
});

describe('a receiver and a processor of webhook payloads that die at any port call', () => {
  it('lose no payload and notify of no record twice', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await upstreamBench();
      try {
        await bench.apply(aMonitorWatch());
        await bench.pass(15 * MINUTE);
        const ports = dying(bench.ports, doom);
        bench.road.ports = ports;
        await bench.upstream.clock.advance(DAY);
        bench.road.ports = undefined;
        // What died at the receiver was sent again; what died later lies in the queue, and comes again.
        const orders = structuredClone(bench.ports.deliveries.orders);
        expect(orders.length).toBeGreaterThan(0);
        if (await dies(bench.processWebhooks(ports))) {
          bench.ports.deliveries.orders.push(...orders);
          await bench.processWebhooks();
        }
        const { findings, alerts } = await aftermath(bench);
        expect(findings.map(({ told: notified }) => notified)).toEqual([true, true, true]);
        expect(alerts.filter((type) => type === 'finding')).toHaveLength(3);
      } finally {
        await bench.close();
      }
    });
    expect(deaths).toBeGreaterThan(4);
  });
});
