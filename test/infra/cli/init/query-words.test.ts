import { expect, it } from 'vitest';
import { anyOf, wordsIn } from '../../../../infra/cli/init/query-words.ts';

it('joins phrases by OR, without what the service refuses in a query', () => {
  expect(anyOf(['Acme Corp', 'A"B', 'C/D [E]'])).toBe('"Acme Corp" OR "A B" OR "C D E"');
});

it('has English words for languages that it does not know', () => {
  expect(wordsIn(['fi'], 'trouble')).toEqual(wordsIn(['en'], 'trouble'));
});
