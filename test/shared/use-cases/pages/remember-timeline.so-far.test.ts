import { storeFindings } from '../../../store/store-findings.ts';
import { expect, it } from 'vitest';
import { DAY, dayOf, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { readOverview } from '../../../../shared/use-cases/pages/read-overview.ts';
import { rememberSoFar } from '../../../../shared/use-cases/pages/remember-timeline.ts';
import { aStoredFinding, aWatch } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';
import { openPages } from './open-pages.ts';

const foundOf = async ({ ports }: Awaited<ReturnType<typeof openPages>>) => {
  const [brand] = (await readOverview(ports, ports.clock.now())).brands;
  return brand?.days.at(-1);
};

it('counts what a watch has found once a minute while it has not run', async () => {
  const pages = await openPages();
  const { timeline, clock, findings } = pages.ports;
  let reads = 0;
  const counting = {
    ...timeline,
    soFar: (...asked: Parameters<typeof timeline.soFar>) => {
      reads += 1;
      return timeline.soFar(...asked);
    },
  };
  pages.ports.timeline = rememberSoFar(counting, clock);
  for (let view = 0; view < 3; view += 1) expect(await foundOf(pages)).toBe(1);
  expect(reads).toBe(1);
  // As a backfill does, which changes nothing of the runs.
  await storeFindings({ findings }, [aStoredFinding(2, { foundAt: clock.now() })]);
  expect(await foundOf(pages)).toBe(1);
  clock.at += MINUTE;
  expect(await foundOf(pages)).toBe(2);
});

it('counts at once what a run has found', async () => {
  const watch = aWatch({ firstRun: 'tell', lookback: DAY });
  const bench = await workbench({ watches: [watch], corpus: [] });
  const { store, clock } = bench;
  const { ports } = await openPages();
  const pages = { ...ports, ...store, clock, timeline: rememberSoFar(store.timeline, clock) };
  const count = async () => (await readOverview(pages, clock.now())).brands[0]?.days.at(-1);
  await bench.run();
  expect(await count()).toBe(0);
  const at = clock.now();
  bench.corpus.push({ finding: { ...aStoredFinding(1).finding, indexedAt: at - 1, publishedAt: at - 1 } });
  clock.at += 1;
  await bench.run({}, 'second');
  expect([dayOf(clock.at), await count()]).toEqual([dayOf(at), 1]);
});
