import { describe, expect, it } from 'vitest';
import { articleWordsOf } from '../../../../shared/domain/stories/article-words.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { evidenceFor, headlineVerdict, JOIN, oddsOf } from '../../../../shared/domain/stories/join-rule.ts';
import { headlineOf, newOpenStory } from '../../../../shared/domain/stories/open-story.ts';
import { rarityOf } from '../../../../shared/domain/stories/article-words.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

type Change = Partial<Finding>;
const articleOf = (title: string, changes: Change = {}) => {
  const finding = aFinding(1, { title, snippet: '', indexedAt: NOON, ...changes });
  return { words: articleWordsOf(finding), headline: headlineOf(finding) };
};
const storyOf = (title: string, changes: Change = {}) => {
  const { words, headline } = articleOf(title, changes);
  return newOpenStory('s', words, headline);
};
const elsewhere = { outlet: { domain: 'paper.example' } };
const evidence = (title: string, of: string, changes: Change = {}) =>
  evidenceFor(articleOf(title, { indexedAt: NOON + HOUR, ...elsewhere, ...changes }), {
    story: storyOf(of),
    weigh: rarityOf,
  });
const odds = (...given: Parameters<typeof evidence>) => oddsOf(evidence(...given));

const PLANT = 'Acme to shut turbine plant in Leipzig';

describe('an article in another outlet', () => {
  it('joins a story that it writes up in other words', () => {
    expect(odds('Turbine maker Acme shuts its Leipzig plant', PLANT)).toBeGreaterThan(JOIN.normal);
  });

  it('does not join a story on the same company', () => {
    expect(odds('Acme names new finance chief', PLANT)).toBeLessThan(JOIN.normal);
  });

  it('joins less readily the later it comes', () => {
    const soon = odds('Acme plant in Leipzig shuts', PLANT);
    expect(odds('Acme plant in Leipzig shuts', PLANT, { indexedAt: NOON + 2 * DAY })).toBeLessThan(soon);
  });

  it('joins by its text where titles share little', () => {
    const text =
      'Acme said the turbine works in Leipzig close in May, and 1,200 welders lose their jobs. Unions announced strikes.';
    const bare = odds('A town without work', PLANT);
    const story = storyOf(PLANT, { snippet: text });
    const article = articleOf('A town without work', { ...elsewhere, snippet: `${text} The mayor wept.` });
    expect(oddsOf(evidenceFor(article, { story, weigh: rarityOf }))).toBeGreaterThan(bare + 4);
  });
});

describe('titles made alike', () => {
  it('that name other companies are other stories', () => {
    const given = [
      'Initech raises 5 million in funding round',
      'Hooli raises 5 million in funding round',
    ] as const;
    expect(evidence(...given).otherNames).toBe(1);
    expect(odds(...given)).toBeLessThan(JOIN.normal);
  });

  it('that have other figures in one outlet are other stories', () => {
    const given = [
      'Hackers copied records of 580,000 customers',
      'Hackers copied records of 1,500,000 customers',
    ] as const;
    const { outlet } = aFinding(1);
    expect(odds(...given, outlet && { outlet })).toBeLessThan(JOIN.normal);
  });

  it('that share their main word are not held apart', () => {
    expect(evidence('Hooli raises 5 million at last', 'Hooli raises 5 million').otherNames).toBe(0);
  });
});

it('an outlet seldom reports an event twice', () => {
  const { outlet } = aFinding(1);
  expect(evidence(PLANT, PLANT, outlet && { outlet }).sameOutlet).toBe(1);
  expect(evidence(PLANT, PLANT).sameOutlet).toBe(0);
});

describe('a headline', () => {
  const verdict = (title: string, of: string, changes: Change) =>
    headlineVerdict(articleOf(title, changes).headline, storyOf(of));

  it('that a story has is of that story, whatever the outlet', () => {
    expect(verdict(PLANT, PLANT, { ...elsewhere, indexedAt: NOON + DAY })).toBe('same');
    expect(verdict(PLANT, PLANT, { indexedAt: NOON + MINUTE })).toBe('same');
  });

  it('of the same outlet on another day is the next part of a series', () => {
    expect(verdict('Horoscope, 13 May', 'Horoscope, 12 May', { indexedAt: NOON + DAY })).toBe('series');
  });

  it('says nothing where it is another', () => {
    expect(verdict('Acme hires', PLANT, {})).toBeUndefined();
  });
});
