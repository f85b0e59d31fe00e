import { assert, property, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignStories,
  knownStories,
  openCandidates,
  profileOf,
} from '../../../../shared/domain/stories/assign-stories.ts';
import {
  addToStory,
  beginPart,
  isOfSamePattern,
  likestStory,
  openStories,
  weightOf,
} from '../../../../shared/domain/stories/open-stories.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import type { StoryJoining } from '../../../../shared/domain/watches/watch.ts';
import { NOON } from '../../../ports/examples.ts';
import { articleAt, foundAt, placed, SPACE } from './compared.ts';

const CLOSES = 'Zirconde to close turbine works in Lisbrook';
const SUBJECT = new Set(['zircon']);
const HOME = articleAt(1, CLOSES);
const opened = (title = CLOSES, queried = SUBJECT) => {
  const open = openStories([], queried);
  addToStory(open, articleAt(1, title), { id: 'home' });
  return open;
};

describe('an article belongs to the open story that it is most like', () => {
  const likeness = (title: string, width: StoryJoining = 'normal') =>
    likestStory(opened(), articleAt(9, title), { width })?.likeness ?? 0;

  it.each([
    ['in other words', 'Lisbrook loses turbine works of Zirconde', true],
    ['in other words with other endings', 'Zirconde closes its Lisbrook turbines', true],
    ['not for what the watch asks for', 'Zirconde wins award', false],
    ['not for usual words', 'Zirconde to hire bakers in Hollowmere', false],
  ])('%s', (_, title, belongs) => {
    expect(likeness(title) >= 1).toBe(belongs);
  });

  it('a strict watch joins less, a loose one more', () => {
    const title = 'Mayor of Lisbrook fights for turbine jobs';
    const likenesses = (['strict', 'normal', 'loose'] as const).map((width) => likeness(title, width));
    expect(likenesses).toEqual(likenesses.toSorted((a, b) => a - b));
    expect(new Set(likenesses).size).toBe(3);
  });

  it('until 96 hours after its latest article', () => {
    const after = (hours: number) =>
      likestStory(opened(), articleAt(1 + hours * 60, 'Lisbrook turbine works: Zirconde closes'), {
        width: 'normal',
      });
    expect(after(96)?.likeness).toBeGreaterThanOrEqual(1);
    expect(after(97)).toBeUndefined();
  });

  it('also by the words of its text, which weigh less', () => {
    const open = openStories([], SUBJECT);
    const snippet = 'The turbine works in Lisbrook employ 900 welders.';
    addToStory(open, articleAt(1, CLOSES, { snippet }), { id: 'home' });
    const of = (text: string) =>
      likestStory(open, articleAt(9, 'Lisbrook fears for its welders', { snippet: text }), {
        width: 'normal',
      })?.likeness ?? 0;
    expect(of(snippet)).toBeGreaterThan(of(''));
  });
});

describe('the odds that an article is of a story', () => {
  const oddsOf = (title: string, { articles = 1, others = 0, queried = SUBJECT } = {}) => {
    const open = openStories([], queried);
    for (let n = 0; n < articles; n += 1) addToStory(open, articleAt(n, CLOSES), { id: 'home' });
    for (let n = 0; n < others; n += 1) addToStory(open, articleAt(n, `Kelvarra ${n}`), { id: `story-${n}` });
    beginPart(open, queried);
    return likestStory(open, articleAt(9, title), { width: 'normal' })?.likeness ?? 0;
  };

  it('grow with the articles of the story, and fall with the stories that it could be like by chance', () => {
    const title = 'Mayor of Lisbrook pleads for jobs';
    expect(oddsOf(title, { articles: 20 })).toBeGreaterThan(oddsOf(title));
    expect(oddsOf(title, { others: 300 })).toBeLessThan(oddsOf(title));
    expect(oddsOf(title, { queried: new Set() }), 'where no query gives a subject').toBeLessThan(
      oddsOf(title),
    );
  });

  it('are higher where its words are those of a single headline', () => {
    const oddsIn = (headlines: readonly string[]) => {
      const open = openStories([], SUBJECT);
      for (const [n, title] of headlines.entries()) addToStory(open, articleAt(n, title), { id: 'home' });
      return likestStory(open, articleAt(9, 'Turbine works falter'), { width: 'normal' })?.likeness ?? 0;
    };
    const apart = ['Turbine bakers', 'Works kettles'];
    expect(oddsIn(['Turbine works', 'Bakers kettles'])).toBeGreaterThan(oddsIn(apart));
  });

  it('count the second word of a name half', () => {
    const of = (title: string) => oddsOf(title, { others: 100 });
    expect(of('Works with a turbine')).toBeGreaterThan(2 * of('With a turbine works'));
  });

  it('of another event that shares a name with a story are low among many stories', () => {
    const sharing = 'Lisbrook turbine festival draws crowds to the old harbour';
    expect(oddsOf(sharing)).toBeGreaterThanOrEqual(1);
    expect(oddsOf(sharing, { others: 400 })).toBeLessThan(1);
  });
});

describe('no outlet reports the same news twice in one form', () => {
  const outlet = { domain: 'daily.example' };
  const of = (n: number, title: string) => articleAt(n, title, { outlet });
  const recall = of(1, 'Kelvarra recalls kettles in Hollowmere');

  it('titles of one pattern that name other things are other stories, also where they are alike', () => {
    const other = of(9, 'Kelvarra recalls cots in Lisbrook');
    expect(isOfSamePattern(recall, other)).toBe(true);
    expect(isOfSamePattern(recall, articleAt(9, 'Kelvarra recalls cots in Lisbrook'))).toBe(false);
    const open = openStories([]);
    addToStory(open, recall, { id: 'kettles' });
    expect(placed(open, other)).toBe(other.fingerprint);
  });

  it('an edited title is the same news, and so is one title on one day', () => {
    const same = ['', 'Update: ', 'Kettle maker '].map(
      (before) => `${before}Kelvarra recalls kettles in Hollowmere`,
    );
    for (const title of [...same, 'Kelvarra withdraws kettles in Hollowmere'])
      expect(isOfSamePattern(recall, of(9, title))).toBe(false);
    expect(isOfSamePattern(recall, of(24 * 60, 'Kelvarra recalls kettles in Hollowmere'))).toBe(true);
  });
});

describe('the weight of a term', () => {
  it('is its rarity at large until stories of the space show that it is usual here', () => {
    const open = opened('Turbine', new Set());
    const before = weightOf(open, 'turbin');
    for (let n = 0; n < 60; n += 1) addToStory(open, articleAt(n, 'Turbine'), { id: `story-${n}` });
    expect(weightOf(open, 'turbin'), 'within the part').toBe(before);
    beginPart(open, new Set());
    expect(weightOf(open, 'turbin')).toBeLessThan(before / 4);
  });

  it('of what the watch asks for counts these stories alone', () => {
    const open = opened(CLOSES, SUBJECT);
    expect(weightOf(open, 'zircon')).toBeLessThan(weightOf(open, 'turbin') / 4);
    expect(HOME.terms).toContain('zircon');
  });
});

it('the order in which articles of a part are found changes no weight and no comparison', () => {
  const titles = [
    CLOSES,
    'Lisbrook loses turbine works of Zirconde',
    'Kelvarra recalls kettles in Hollowmere',
    'Kettles of Kelvarra recalled after fires',
    'Ostrabel card payments fail in shops',
    'Shops cannot take cards as Ostrabel fails',
  ];
  const found = titles.map((title, n) => foundAt(n, title));
  const storiesOf = (order: readonly number[]) => {
    const known = knownStories(SPACE, []);
    const memory = { now: NOON, width: 'normal', memory: 30 * DAY, retention: 400 * DAY } as const;
    const candidates = openCandidates(known, { ...memory, watchId: 'acme-news' });
    const profiles = order.flatMap((n) =>
      found[n]
        ? profileOf({ finding: found[n], foundAt: NOON, watchId: 'acme-news', expiresAt: NOON }, SPACE)
        : [],
    );
    assignStories(candidates, profiles);
    const groups = Map.groupBy(found, ({ fingerprint }) => candidates.assigned.get(fingerprint)?.id);
    return new Set(Array.from(groups.values(), (group) => group.map(({ title }) => title).join(' | ')));
  };
  const expected = storiesOf([0, 1, 2, 3, 4, 5]);
  expect(expected.size).toBe(3);
  assert(
    property(shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), (order) => {
      expect(storiesOf(order)).toEqual(expected);
    }),
  );
});

it('one title on two days of an outlet is two stories, of two outlets one', () => {
  const storiesOf = (domains: readonly string[]) => {
    const open = openStories([]);
    const titled = domains.map((domain, n) =>
      placed(open, articleAt(n * 24 * 60, 'Your week in Lisbrook gardening', { outlet: { domain } })),
    );
    return new Set(titled).size;
  };
  expect(storiesOf(['daily.example', 'daily.example'])).toBe(2);
  expect(storiesOf(['daily.example', 'weekly.example'])).toBe(1);
});
