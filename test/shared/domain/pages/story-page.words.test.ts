import { expect, it } from 'vitest';
import { tellingWords } from '../../../../shared/domain/pages/story-page.ts';

it('names the words that say what an article reports, and no filler, day, month or word of the query', () => {
  const shared = ['november', 'acme', 'takeover', 'recall', 'says', 'after', 'thursday', 'the', '9f250'];
  expect(tellingWords(shared, ['Acme'])).toEqual(['takeover', 'recall', '9f250']);
  expect(tellingWords(['the', 'says', 'week'], [])).toEqual([]);
});
