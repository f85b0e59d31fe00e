import { expect, it } from 'vitest';
import type { HitGroup } from '../../shared/domain/pages/search-view.ts';
import { readSearch } from '../../shared/use-cases/pages/read-search.ts';
import { readStore } from './read-store.ts';
import { openJourney, startOnce } from './start-once.ts';

const NOW = '2026-11-20T16:10:00Z';

/** Watches run side by side, so that the story of a breach may be named after its first headline or a later one. */
const BREACH =
  /^(?:Acme Corp confirms data breach, 220,000 customer records|Stolen data of 220,000 Acme Corp customers)/;

/** Words that somebody types, and the headline of the story that they mean. */
const QUERIES: readonly [words: string, headline: RegExp][] = [
  ['layoffs', /^Tidewater Devices announces layoffs of 7 percent/],
  ['strike', /^Strike in the port stops Velbrück plant/],
  ['stolen data', BREACH],
  ['breach', BREACH],
  ['lawsuit', /patent lawsuit over video doorbells/],
  ['fire', /^Risk of fire: Acme Corp takes back 17,000 projectors/],
  ['storm', /^Storm in Paris/],
  ['"smoke detectors" nagoya', /^Acme Corp to supply Nagoya/],
  ['purifiers hamburg', /^Hamburg orders air purifiers/],
  ['Marcus Krug', /^Marcus Krug to lead Tidewater Devices/],
  ['tariff', /^(?:New tariffs of 5 percent|Tariffs) on projectors/],
];

const headlineOf = ({ stories, found }: HitGroup) =>
  stories[0]?.story.title ?? found[0]?.found.finding.title ?? '';

it('a search of the sample has the story that is meant first, for each of these words', async () => {
  const journey = await openJourney();
  try {
    expect((await startOnce(['--data', journey.data, '--now', NOW])).code).toBe(0);
    const first = await readStore(journey.data, async (ports) => {
      const found: [string, string][] = [];
      for (const [words] of QUERIES) {
        const { groups } = await readSearch({ words }, { ports, desk: { now: Date.parse(NOW) } });
        found.push([words, groups[0] ? headlineOf(groups[0]) : '']);
      }
      return found;
    });
    expect(first).toEqual(QUERIES.map(([words, headline]) => [words, expect.stringMatching(headline)]));
  } finally {
    await journey.close();
  }
}, 300_000);
