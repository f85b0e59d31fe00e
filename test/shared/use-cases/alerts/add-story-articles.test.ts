import { expect, it } from 'vitest';
import { withStoryArticles } from '../../../../shared/use-cases/alerts/add-story-articles.ts';
import { aFinding, aStoredFinding, aStoryAlert } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';

it('an alert on what has become of a story holds the articles that were stored before, 20 with its own', async () => {
  const store = memoryStore();
  for (let n = 0; n < 30; n += 1)
    await store.findings.put(aStoredFinding(n, { finding: aFinding(n, { indexedAt: 1_000 - n }) }));
  const members = Array.from({ length: 30 }, (_, n) => aFinding(n).fingerprint);
  const alert = aStoryAlert(29);
  const { story, ...rest } = await withStoryArticles({ alert, members: members.toReversed() }, store);
  expect(rest).toEqual({ ...alert, story: undefined });
  // Members that are not stored any more are left out, and the earliest come first.
  expect(story?.others).toHaveLength(19);
  expect(story?.others?.[0]).toEqual({
    title: 'Acme opens plant number 28',
    link: 'https://news.example/28',
    domain: 'news.example',
  });
  expect(await withStoryArticles({ alert, members: ['gone'] }, store)).toEqual(alert);
  expect(await withStoryArticles({ alert, members: [aFinding(29).fingerprint] }, store)).toBe(alert);
});
