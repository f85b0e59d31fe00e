import { expect, it } from 'vitest';
import { entitiesIn } from '../../../../../infra/local/services/news/english.ts';

it('names are read without marks and titles, each with its count', () => {
  const text = "Prime Minister Jane Doe met Globex Corp in Paris, Oslo. Globex Corp's plant is in Oslo.";
  expect(entitiesIn(text)).toEqual({
    PER: [{ entity_name: 'Jane Doe', count: 1 }],
    ORG: [{ entity_name: 'Globex Corp', count: 2 }],
    LOC: [
      { entity_name: 'Paris', count: 1 },
      { entity_name: 'Oslo', count: 2 },
    ],
    MISC: [],
  });
});
