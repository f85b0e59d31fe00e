import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { openBands } from '../../../../../../infra/local/services/news/groups/bands.ts';
import { openPlacing } from '../../../../../../infra/local/services/news/groups/placing.ts';
import { startPlacer } from '../../../../../../infra/local/services/news/groups/start-placer.ts';
import { openStoryGroups } from '../../../../../../infra/local/services/news/groups/story-groups.ts';
import { buildLibrary, openLibrary } from '../../../../../../infra/local/services/news/library/library.ts';
import { sampleArticles } from '../../../../../../infra/local/services/news/sample-corpus.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

/** In an order that is not the one in which they become visible. */
const articles = sampleArticles({ now: NOW })
  .toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
  .map((record) => corpusArticle(record, 'a line'));

it('groups articles one by one in the order in which they become visible', async () => {
  const library = openLibrary({ articles: articles.slice(0, 1_500), events: [] });
  const { entries, signatures } = library;
  const place = openPlacing();
  const bands = openBands();
  const expected = entries.map((entry, at) => {
    const { row, visibleAt } = entry;
    const signature = signatures.of(entry);
    bands.add(signature);
    return place({ number: row, visibleAt, signature, bands: bands.of(at) });
  });
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
