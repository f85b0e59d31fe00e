import { describe, expect, it } from 'vitest';
import { kindOf, namesIn } from '../../../../../infra/local/services/news/english.ts';

describe('kinds of names', () => {
  it.each([
    [
      'PER',
      ['Elon Musk', 'Musk', 'Trump', 'Narendra Modi', 'Rishabh Pant', 'Volodymyr Zelenskyy', 'Priya Sharma'],
    ],
    [
      'ORG',
      [
        'Reliance Industries',
        'Kestrel Motors',
        'Reserve Bank of India',
        'Supreme Court of Elbonia',
        'Reuters',
      ],
    ],
    ['LOC', ['Chicago', 'Mumbai', 'Germany']],
    ['MISC', ['Bitcoin', 'COVID-19', 'Indian']],
  ] as const)('%s', (kind, names) => {
    expect(names.map((name) => [name, kindOf(name)])).toEqual(names.map((name) => [name, kind]));
  });

  it('are judged without titles in front of a person', () => {
    const names = namesIn('Prime Minister Jane Doe met Globex CEO Elon Musk in Paris.');
    expect(names).toContain('Elon Musk');
    expect(names.some((name) => /Minister|CEO/.test(name))).toBe(false);
  });
});
