import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceFrom } from '../../../../../infra/local/services/kit/clock.ts';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../../shared/domain/query/words.ts';
import { fullForm } from '../../../../full-form.ts';
import { openNews, type OpenNews } from './open-news.ts';

const VOCABULARY =
  'bank banks banking acme corp fed rate rates snake_case 3g naïve naive Été été हिन्दी हिन्द 東京 銀行 京都 ไทย ΟΔΟΣ οδοσ 𝒳𝒴 x'.split(
    ' ',
  );

describe('search finds exactly what the query language says', () => {
  const chance = chanceFrom(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const text = (most: number) =>
    Array.from({ length: Math.floor(chance() * most) }, () => pick(VOCABULARY)).join(
      pick([' ', ', ', ' - ']),
    );
  const records = Array.from({ length: 400 }, () => ({
    title: text(5) || 'x',
    content: chance() < 0.2 ? null : text(30),
    description: 'acme everywhere',
  }));
  let news: OpenNews;
  beforeAll(async () => {
    news = await openNews(records);
  });
  afterAll(() => news.close());

  const word = () => {
    const whole = pick(VOCABULARY);
    const letters = Array.from(whole);
    const kind = chance();
    if (kind < 0.1) return `${letters[0]}*`;
    if (kind < 0.15) return `${letters.slice(0, 2).join('')}*${letters.at(-1)}`;
    if (kind < 0.2) return `${letters.slice(0, -1).join('')}?`;
    return whole;
  };
  const words = (most: number) => Array.from({ length: 1 + Math.floor(chance() * most) }, word).join(' ');
  const leaf = (): string => {
    const kind = chance();
    if (kind < 0.5) return word();
    if (kind < 0.75) return `"${words(3)}"`;
    const phrases = Array.from({ length: 2 + Math.floor(chance() * 2) }, () => `"${words(2)}"`);
    return `NEAR(${phrases.join(', ')}, ${Math.floor(chance() * 6)}${pick(['', ', true', ', false'])})`;
  };
  const query = (depth: number): string => {
    if (depth === 0) return leaf();
    const parts = Array.from({ length: 2 + Math.floor(chance() * 2) }, () => {
      const part = query(depth - 1);
      return depth > 1 || chance() < 0.2 ? `(${part})` : part;
    });
    const kind = chance();
    if (kind < 0.4) return parts.join(' OR ');
    if (kind < 0.6) return parts.join(' AND ');
    if (kind < 0.7) return `+${word()} OR ${parts.join(' OR ')}`;
    return `${parts.slice(0, -1).join(' ')} ${pick(['NOT', 'AND NOT'])} ${parts.at(-1)}`;
  };

  it(`on ${fullForm(60, 250)} random queries, in every place, as the matcher of the language does in each article`, async () => {
    let found = 0;
    let refused = 0;
    for (let round = 0; round < fullForm(60, 250); round += 1) {
      const q = query(Math.floor(chance() * 3));
      const parsed = parseQuery(q);
      if (!parsed.ok) {
        refused += 1;
        continue;
      }
      const place = pick(['title_content', 'title', 'content', 'title,content']);
      const matcher = compileQuery(parsed.query);
      const expected = records.flatMap(({ title, content }, id) => {
        const texts =
          place === 'title' ? [title] : place === 'content' ? [content ?? ''] : [title, content ?? ''];
        return matcher.matches(texts.map(wordsIn)) ? [String(id)] : [];
      });
      const ids = await news.search(q, { search_in: place });
      expect({ q, place, ids }).toEqual({ q, place, ids: expected.toSorted() });
      found += expected.length;
    }
    expect(refused).toBeLessThan(fullForm(15, 60));
    expect(found).toBeGreaterThan(fullForm(1_000, 5_000));
  });
});
