import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

const outletOf = (n: number) => ({ outlet: { domain: `outlet-${n}.example` } });
const titled = (n: number, title: string, at: number) => ({
  finding: aFinding(n, { title, snippet: '', indexedAt: at, publishedAt: at, ...outletOf(n) }),
});
const watch = aWatch({
  firstRun: 'tell',
  lookback: 4 * HOUR,
  alert: { when: 'story', channel: 'press-team' },
});
const FIRST = 'Acme to shut turbine plant in Leipzig';
const LATER = 'Leipzig loses its turbine plant, and Acme many friends';

describe('the open stories of a watch', () => {
  it('take in what another outlet writes in other words hours later', async () => {
    const corpus = [titled(1, FIRST, NOON - HOUR), titled(2, LATER, NOON + 3 * HOUR)];
    const bench = await workbench({ watches: [watch], corpus });
    expect(await bench.run()).toMatchObject({ new: 1, alerts: 1 });
    bench.clock.at = NOON + 4 * HOUR;
    expect(await bench.run({}, 'later')).toMatchObject({ new: 1, alerts: 0 });
    const [found] = await bench.ports.findings.read(watch.id, [aFinding(2).fingerprint]);
    expect(found).toMatchObject({
      verdict: { silent: 'same-story' },
      joined: { by: 'words', words: expect.arrayContaining(['turbine', 'leipzig']) },
    });
  });

  it('are made of what was found in the last three days where a version before kept none', async () => {
    const corpus = [titled(1, FIRST, NOON - HOUR), titled(2, LATER, NOON + 3 * HOUR)];
    const bench = await workbench({ watches: [watch], corpus });
    await bench.run();
    bench.store.held.stories.open.clear();
    bench.clock.at = NOON + 4 * HOUR;
    expect(await bench.run({}, 'upgraded')).toMatchObject({ new: 1, alerts: 0 });
  });
});

it('a strict watch alerts where a loose one does not', async () => {
  const corpus = [
    titled(1, FIRST, NOON - 3 * HOUR),
    titled(2, 'Leipzig fears for its turbine makers and their jobs', NOON - HOUR / 4),
  ];
  const alertsOf = async (stories: 'strict' | 'loose') => {
    const bench = await workbench({ watches: [{ ...watch, stories }], corpus });
    return (await bench.run()).alerts;
  };
  expect([await alertsOf('strict'), await alertsOf('loose')]).toEqual([2, 1]);
});
