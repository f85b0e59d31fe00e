import { describe, expect, it } from 'vitest';
import { isMoreCentral, mostCentral } from '../../../../shared/domain/stories/central-title.ts';
import { emptyStory, withArticle } from '../../../../shared/domain/stories/open-story.ts';
import { NOON } from '../../../ports/examples.ts';
import { articleAt } from './compared.ts';

const CENTRAL = 'Acme to shut turbine plant in Leipzig';
const TITLES = [
  'A town holds its breath',
  CENTRAL,
  'Turbine plant in Leipzig to shut, unions call for strike over the cuts of the whole region',
  'Leipzig turbine plant: what Acme plans',
];
const titled = (titles: readonly string[]) => titles.map((title) => ({ title }));

describe('the most central headline', () => {
  it('has the words of most others, and is not the longest for its length', () => {
    expect(mostCentral(titled(TITLES))).toEqual({ title: CENTRAL });
    expect(mostCentral(titled(TITLES.toReversed()))).toEqual({ title: CENTRAL });
  });

  it('is the first of equal ones, and of two', () => {
    const equal = titled([CENTRAL, CENTRAL, CENTRAL]);
    expect(mostCentral(equal)).toBe(equal[0]);
    expect(mostCentral(titled(TITLES.slice(0, 2)))).toEqual({ title: TITLES[0] });
    expect(mostCentral([])).toBeUndefined();
  });
});

it('an open story takes a headline that is more central, and none for a word that the watch asks for', () => {
  const story = TITLES.map((title, n) => articleAt(n, title)).reduce(withArticle, emptyStory('plant', NOON));
  const named = { named: TITLES[0]!, story, queried: new Set<string>() };
  expect(isMoreCentral(CENTRAL, named)).toBe(true);
  expect(isMoreCentral(TITLES[0]!, { ...named, named: CENTRAL })).toBe(false);
  expect(isMoreCentral(CENTRAL, { ...named, named: CENTRAL })).toBe(false);
  expect(isMoreCentral('Acme', { ...named, queried: new Set(['acme']) })).toBe(false);
});
