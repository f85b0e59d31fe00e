import { describe, expect, it } from 'vitest';
import { hasLanguageLayer, takesParameter } from '../../../../shared/domain/services/news-kinds.ts';
import { WATCH_KINDS } from '../../../../shared/domain/watches/watch-kinds.ts';

describe('the kinds of the news service', () => {
  it('take the parameters of their paths, and other kinds take none', () => {
    expect(WATCH_KINDS.filter((kind) => takesParameter(kind, 'ranked_only'))).toEqual([
      'search',
      'headlines',
      'breaking',
      'authors',
      'similar',
      'volume',
    ]);
    expect(WATCH_KINDS.filter((kind) => takesParameter(kind, 'author_name'))).toEqual(['authors']);
  });

  it('come with the language layer, but for links and counts', () => {
    expect(WATCH_KINDS.filter(hasLanguageLayer)).toEqual([
      'search',
      'headlines',
      'breaking',
      'authors',
      'similar',
    ]);
  });
});
