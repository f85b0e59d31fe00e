import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { startPlacer } from '../../../../../../infra/local/services/news/groups/start-placer.ts';
import {
  openStoryGroups,
  placeWhileQuiet,
} from '../../../../../../infra/local/services/news/groups/story-groups.ts';
import {
  buildLibrary,
  type Library,
  openLibrary,
} from '../../../../../../infra/local/services/news/library/library.ts';
import { sampleArticles } from '../../../../../../infra/local/services/news/sample-corpus.ts';
import { plainPlacing } from './plain-placing.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

/** In an order that is not the one in which they become visible. */
const articles = sampleArticles({ now: NOW })
  .toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
  .map((record) => corpusArticle(record, 'a line'));

/** The rows of the first articles of the story and of the near copies of each article, by their rows. */
function plainlyPlaced({ entries, signatures }: Library) {
  const place = plainPlacing();
  return entries.map((entry) => {
    const { row, visibleAt } = entry;
    return place({ number: row, visibleAt, signature: signatures.of(entry) });
  });
}

it('groups articles one by one in the order in which they become visible', async () => {
  const library = openLibrary({ articles: articles.slice(0, 1_500), events: [] });
  const { entries } = library;
  const expected = plainlyPlaced(library);
  const groups = openStoryGroups(library);
  await groups.placed();

  expect(entries.map((entry) => groups.firstCopyOf(entry).row)).toEqual(expected.map(({ copies }) => copies));
  expect(entries.map((entry) => groups.storyOf(entry)[0]?.row)).toEqual(expected.map(({ story }) => story));
  expect(new Set(expected.map(({ copies }) => copies)).size).toBeLessThan(entries.length);
});

it('groups the articles of a large corpus in the same way while they are loaded', async () => {
  const [early, late] = [buildLibrary(startPlacer), buildLibrary()].map((builder) => {
    for (const article of articles) builder.add(article);
    return builder.done();
  });
  expect([early?.placed, late?.placed]).toEqual([expect.any(Promise), undefined]);
  const firstsOf = async (library: typeof early) => {
    const groups = openStoryGroups({ entries: [], ...library });
    await groups.placed();
    return library?.entries.map((entry) => groups.firstCopyOf(entry).id);
  };
  expect(await firstsOf(early)).toEqual(await firstsOf(late));
});

/** Groups that count how often they are asked for, and a delay whose end the test decides. */
function quiet({ fails = false } = {}) {
  const seen = { placed: 0, refreshed: 0, closed: 0 };
  let over = (): void => undefined;
  const placed = async () => {
    seen.placed += 1;
    if (fails) throw new Error('no memory');
  };
  const work = placeWhileQuiet({ placed }, (begin) => {
    over = begin;
    return { refresh: () => (seen.refreshed += 1), close: () => (seen.closed += 1) };
  });
  return { seen, work, over: () => over() };
}

it('places the articles after a quiet time, which begins again when somebody asks', () => {
  const { seen, work, over } = quiet();
  work.asked();
  expect(seen).toEqual({ placed: 0, refreshed: 1, closed: 0 });
  over();
  work.asked();
  expect(seen).toEqual({ placed: 1, refreshed: 1, closed: 0 });
  work.stop();
  expect(seen.closed).toBe(1);
});

it('leaves an error to who asks for near copies', async () => {
  const { seen, over } = quiet({ fails: true });
  over();
  await new Promise(setImmediate);
  expect(seen.placed).toBe(1);
});
