import { expect, it } from 'vitest';
import { anyOf, both, wordsIn } from '../../../../infra/cli/init/query-words.ts';

it('joins phrases by OR, without what the service refuses in a query', () => {
  expect(anyOf(['Acme Corp', 'A"B', 'C/D [E]'])).toBe('"Acme Corp" OR "A B" OR "C D E"');
});

it('puts both parts of an AND into brackets', () => {
  expect(both('"a" OR "b"', 'c OR d')).toBe('("a" OR "b") AND (c OR d)');
});

it('has words of each language that is asked for, each once', () => {
  const words = wordsIn(['fr', 'en'], 'deals');
  expect(words).toContain('rachat');
  expect(words).toContain('takeover');
  expect(words.filter((word) => word === 'acquisition')).toHaveLength(1);
});

it('has English words for languages that it does not know', () => {
  expect(wordsIn(['fi'], 'trouble')).toEqual(wordsIn(['en'], 'trouble'));
});
