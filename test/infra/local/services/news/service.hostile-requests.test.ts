import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEWS_PATHS, parameterNamesOf } from '../../../../../shared/domain/services/news-rules.ts';
import { anyCharacter } from '../../../../any-character.ts';
import { fullForm } from '../../../../full-form.ts';
import { openNews, type OpenNews } from './open-news.ts';

let news: OpenNews;
beforeAll(async () => {
  news = await openNews([
    {
      title: 'Acme "quoted" AND OR NOT NEAR',
      content: "it's * ? ( ) { } : ^ - + 100% \u0000 \ud800 🙂",
      language: 'en',
    },
    { title: '', content: '' },
    { title: '東京', content: 'ไทย', domain_url: '', link: 'not a link', all_links: 'x', authors: null },
  ]);
});
afterAll(() => news.close());

const value = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    'Acme',
    '"a b"',
    'NEAR("a", "b", 3)',
    'top 5 US',
    '7 day ago',
    '1h',
    '*',
    'a*b?',
    'COUNT("a",1,"gt")',
    'constructor',
    '__proto__',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string({ maxLength: 10 }), { maxLength: 4 }),
  fc.jsonValue({ maxDepth: 2 }),
);

it('whatever is asked, the service answers or refuses, and never breaks', async () => {
  const request = fc.constantFrom(...NEWS_PATHS).chain((path) =>
    fc.record({
      path: fc.constant(path),
      sent: fc.dictionary(fc.constantFrom(...parameterNamesOf(path), 'nonsense', '__proto__'), value, {
        maxKeys: 4,
      }),
      valid: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(request, async ({ path, sent, valid }) => {
      const needed = valid ? { q: 'Acme', author_name: 'Jane Doe', links: 'acme.example' } : {};
      const fitting = Object.entries(needed).filter(([name]) => parameterNamesOf(path).includes(name));
      const { status, body } = await news.post(path, { ...Object.fromEntries(fitting), ...sent });
      expect([200, 400, 403, 422, 499]).toContain(status);
      expect(status === 200 || body.status_code === status).toBe(true);
    }),
    { numRuns: fullForm(50, 300) },
  );
  expect(news.logged).toEqual([]);
});
