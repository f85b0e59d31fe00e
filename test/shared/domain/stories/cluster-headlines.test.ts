import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clusterHeadlines,
  type Headline,
  similarityBetween,
} from '../../../../shared/domain/stories/cluster-headlines.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { signatureOf } from '../../../../shared/domain/stories/similarity.ts';
import { NOON } from '../../../ports/examples.ts';

const NOTHING_USUAL = new Map<number, number>();
const headline = (
  titles: string | readonly string[],
  at = NOON,
  changes: Partial<Headline> = {},
): Headline => ({
  signatures: [titles].flat().map((title) => signatureOf(title)),
  firstAt: at,
  lastAt: at,
  ...changes,
});

/** One story in the words of several outlets, no two of them similar enough to be copies. */
const LAUNCH = [
  'Acme Rocket lifts off from Kourou with weather satellite',
  'Weather satellite on its way after Acme Rocket launch in Kourou',
  'Kourou launch: what the Acme Rocket carries into orbit',
  'Acme Rocket carries weather satellite into orbit',
  'Live from Kourou: Acme Rocket and its satellite reach orbit',
];
const OTHERS = [
  'Central bank leaves rates where they are',
  'Striker signs new contract until summer',
  'Storm closes schools along the coast',
];

describe('headlines are clustered', () => {
  it('when many of a burst each share something with most of the others', () => {
    const headlines = [...LAUNCH, ...OTHERS].map((title, n) => headline(title, NOON + n * MINUTE));
    expect(clusterHeadlines(headlines, NOTHING_USUAL)).toEqual([[5], [6], [7], [0, 1, 2, 3, 4]]);
  });

  it('into a story of the store, but no two of those', () => {
    const story = headline(LAUNCH.slice(0, 2), NOON, { story: 'story-1' });
    const twin = headline(LAUNCH.slice(2, 4), NOON, { story: 'story-2' });
    const found = headline(LAUNCH[4] ?? '');
    const [apart, together] = clusterHeadlines([story, twin, found], NOTHING_USUAL);
    expect([apart?.length, together?.length]).toEqual([1, 2]);
    expect(together).toContain(2);
    expect(similarityBetween(story, twin, NOTHING_USUAL)).toBeGreaterThan(0.1);
  });

  it('each into one group, whatever they are', () => {
    const title = fc.array(fc.constantFrom('acme', 'plant', 'closes', 'Leipzig', 'strike', '12', '東京'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(title, fc.nat(600)), { maxLength: 12 }), (all) => {
        const headlines = all.map(([words, minute]) => headline(words.join(' '), NOON + minute * MINUTE));
        const groups = clusterHeadlines(headlines, NOTHING_USUAL);
        expect(groups.flat().toSorted((a, b) => a - b)).toEqual(headlines.map((_, place) => place));
      }),
    );
  });
});

describe('two headlines are one story', () => {
  const early = headline(LAUNCH.slice(0, 4));
  const late = (at: number) => headline(LAUNCH[4] ?? '', at);

  it('in other words while the story is new, as a copy whenever it comes', () => {
    expect(similarityBetween(early, late(NOON + 5 * MINUTE), NOTHING_USUAL)).toBeGreaterThan(0.1);
    expect(similarityBetween(early, late(NOON + 6 * HOUR), NOTHING_USUAL)).toBeUndefined();
    const copy = headline(`UPDATE 1-${LAUNCH[0]}`, NOON + 20 * DAY);
    expect(similarityBetween(early, copy, NOTHING_USUAL)).toBeGreaterThan(0.7);
  });

  it('not for a name in common alone', () => {
    const [one, other] = ['Acme opens a school of cooking', 'Judge sends former Acme driver to prison'];
    expect(similarityBetween(headline(one), headline(other), NOTHING_USUAL)).toBeUndefined();
  });

  it('not where only usual words are in common, and not where a title has hardly another word', () => {
    const usual = new Map(
      ['Acme', 'Rocket', 'launch'].map((name) => [signatureOf(name).words[0] ?? 0, 0.95]),
    );
    const [one, other] = ['Acme Rocket launch delights children', 'Acme Rocket launch worries bird lovers'];
    expect(similarityBetween(headline(one), headline(other), NOTHING_USUAL)).toBeGreaterThan(0);
    expect(similarityBetween(headline(one), headline(other), usual)).toBeUndefined();
    expect(
      similarityBetween(headline('Acme merges'), headline('Acme closes'), NOTHING_USUAL),
    ).toBeUndefined();
  });
});
