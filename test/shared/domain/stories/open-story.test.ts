import { describe, expect, it } from 'vitest';
import { articleWordsOf } from '../../../../shared/domain/stories/article-words.ts';
import { headlineOf, newOpenStory, withArticle } from '../../../../shared/domain/stories/open-story.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

const article = (n: number, title: string, snippet = '', at = NOON) => {
  const finding = aFinding(n, { title, snippet, indexedAt: at });
  return [articleWordsOf(finding), headlineOf(finding)] as const;
};

describe('an open story', () => {
  it('counts how many of its articles have a word, the later ones a little more', () => {
    const first = newOpenStory('s', ...article(1, 'Acme closes plant'));
    const story = withArticle(first, ...article(2, 'Acme plant to close', '', NOON + HOUR));
    expect(story).toMatchObject({ firstAt: NOON, lastAt: NOON + HOUR, articles: 1.97 });
    expect(story.title.get('acme')).toBeCloseTo(1.97);
    expect(story.title.get('closes')).toBeCloseTo(0.97);
  });

  it('keeps its weightiest words and its latest headlines, however many articles it has', () => {
    let story = newOpenStory('s', ...article(0, 'Acme'));
    for (let n = 1; n < 200; n += 1)
      story = withArticle(story, ...article(n, `Acme word${n} thing${n}`, `Text about topic${n}`));
    expect(story.title.size).toBeLessThanOrEqual(30);
    expect(story.text.size).toBeLessThanOrEqual(40);
    expect(story.title.has('acme')).toBe(true);
    expect(story.headlines).toHaveLength(12);
  });

  it('counts texts only of the articles that have one', () => {
    const first = newOpenStory('s', ...article(1, 'Acme closes plant'));
    expect(withArticle(first, ...article(2, 'Acme', 'The plant closes in May.')).texts).toBe(1);
  });
});

describe('a headline', () => {
  it('of a series is the same whatever its figures, as a title it is another', () => {
    const [, one] = article(1, 'Morning briefing, 12 May');
    const [, other] = article(2, 'Morning Briefing: 13 May');
    expect(other.series).toBe(one.series);
    expect(other.title).not.toBe(one.title);
  });
});
