import { expect, it } from 'vitest';
import { articleWordsOf } from '../../../../shared/domain/stories/article-words.ts';
import { addToStory, likelyStories } from '../../../../shared/domain/stories/open-stories.ts';
import { headlineOf } from '../../../../shared/domain/stories/open-story.ts';
import { beginPart, endPart, leftStories } from '../../../../shared/use-cases/stories/left-stories.ts';
import { aFinding } from '../../../ports/examples.ts';

const articleOf = (title: string, n = 1) => {
  const finding = aFinding(n, { title, snippet: '', outlet: { domain: `outlet-${n}.example` } });
  return { words: articleWordsOf(finding), headline: headlineOf(finding) };
};
const PLANT = articleOf('Acme shuts turbine plant in Leipzig');
const CHIEF = articleOf('Globex names Solveig Dahl finance chief');
const LIKELY = { least: 1, most: 3 };

it('a part that is repeated finds the stories as the part before it has left them', () => {
  const read = leftStories([]);
  addToStory(beginPart(read), 'plant', PLANT);
  const left = endPart(read);
  const before = new Map(left.index.open.stories);
  const failed = beginPart(left);
  addToStory(failed, 'plant', articleOf('Turbine plant in Leipzig shut', 2));
  addToStory(failed, 'chief', CHIEF);
  const repeated = beginPart(left);
  expect(repeated.stories).toEqual(before);
  expect(likelyStories(repeated, CHIEF, LIKELY)).toEqual([]);
  expect(repeated.changed.size).toBe(0);
});

it('only the last part can be repeated', () => {
  const read = leftStories([]);
  beginPart(read);
  beginPart(endPart(read));
  expect(() => beginPart(read)).toThrow('Only the last part of a run can be repeated.');
});
