import { describe, expect, it } from 'vitest';
import { ThrottledError, TransportError } from '../../shared/domain/lib/errors.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import {
  aMonitorWatch,
  NOTHING,
  type UpstreamBench,
  openUpstreamBench,
} from '../shared/use-cases/upstream-bench.ts';

const bench = (settings = {}) => openUpstreamBench({ service: { settings } });

const facts = { service: 'extraction', operation: 'POST' } as const;
const shops = (...names: string[]) => ({
  name: 'shops',
  companies: names.map((name) => ({
    key: name.toLowerCase(),
    name,
    alternativeNames: [],
    keyPersons: [],
  })),
});
const ONE = { ...NOTHING, projects: 1, webhooks: 1, monitors: 1, jobs: 1 };

/** Numbers from 0 to 1 that look random and are the same each time. */
function dice(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Calls to the service fail, before they take effect or after, as the dice fall. */
function makeFaulty({ ports }: UpstreamBench, roll: () => number) {
  const faults = { rate: 0.3 };
  for (const name of ['projects', 'monitors', 'upstreamWatchlists', 'jobs'] as const) {
    const methods = Object.entries(ports[name]).map(([key, method]) => {
      const faulty = async (...given: never[]): Promise<unknown> => {
        if (roll() < faults.rate / 2)
          throw roll() < 0.2
            ? new ThrottledError('Slow down.', facts)
            : new TransportError('It is down.', facts);
        const answer: unknown = await Reflect.apply(method, ports[name], given);
        if (roll() < faults.rate / 2) throw new TransportError('The answer was lost.', facts);
        return answer;
      };
      return [key, faulty];
    });
    Object.assign(ports, { [name]: Object.fromEntries(methods) });
  }
  return faults;
}

/** One change of the file, as the dice fall. */
async function edit(one: UpstreamBench, roll: () => number): Promise<void> {
  const watch = aMonitorWatch({ watchlist: 'shops' });
  const kind = Math.floor(roll() * 6);
  if (kind === 0) await one.apply({ ...watch, schedule: 'cron(30 7 * * ? *)' });
  else if (kind === 1)
    await one.apply({ ...watch, query: { query: 'Data breaches at banks' }, version: 'v2' });
  else if (kind === 2) await one.apply({ ...watch, disabled: true });
  else if (kind === 3) await one.apply();
  else if (kind === 4) await one.apply(watch);
  else
    await one.store.watchlists.put(
      shops('Hooli', ...['Acme', 'Globex', 'Initech'].filter(() => roll() < 0.6)),
    );
}

describe('a service of which three calls in ten fail', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'ends with what is wanted, without duplicates, and with nothing once nothing is wanted (%i)',
    async (seed) => {
      const roll = dice(seed);
      const one = await bench({ fixedSchedules: seed % 2 === 0 });
      const faults = makeFaulty(one, roll);
      await one.store.watchlists.put(shops('Acme', 'Globex'));
      await one.apply(aMonitorWatch({ watchlist: 'shops' }));
      for (let n = 0; n < 5; n += 1) {
        await one.pass(Math.floor(roll() * 6) * 10 * MINUTE);
        await edit(one, roll);
      }
      await one.apply(aMonitorWatch({ watchlist: 'shops', schedule: 'cron(15 5 * * ? *)', version: 'last' }));
      await one.pass(HOUR);
      faults.rate = 0;
      await one.pass(10 * HOUR);
      const [list] = await one.store.watchlists.all();
      expect(await one.holds()).toEqual({ ...ONE, datasets: 1, entities: list?.companies.length });
      expect((await one.client.monitors.list()).monitors).toMatchObject([
        { raw: { schedule: '15 5 * * *' } },
      ]);
      faults.rate = 0.3;
      await one.store.watchlists.remove('shops');
      await one.apply();
      await one.pass(HOUR);
      faults.rate = 0;
      await one.pass(4 * HOUR);
      expect(await one.holds()).toEqual(NOTHING);
      expect(await one.store.resources.all()).toEqual([]);
    },
  );
});
