import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceFrom } from '../../../../../infra/local/services/kit/clock.ts';
import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import { wordTexts } from '../../../../../shared/domain/query/words.ts';
import { fullForm } from '../../../../full-form.ts';
import { openNews, type OpenNews } from './open-news.ts';

const VOCABULARY =
  'bank banks banking acme corp fed rate rates snake_case 3g naïve naive Été été हिन्दी हिन्द 東京 銀行 京都 ไทย ΟΔΟΣ οδοσ 𝒳𝒴 x'.split(
    ' ',
  );

/** A plain reading of the contract, word by word, that shares nothing with the index. */
function reads(node: QueryNode, fields: readonly string[][]): boolean {
  switch (node.type) {
    case 'everything':
      return true;
    case 'term':
      return fields.some((field) => starts([node.word], field).length > 0);
    case 'phrase':
      return fields.some((field) => starts(node.words, field).length > 0);
    case 'near':
      return fields.some((field) => isNear(node, field));
    case 'not':
      return !reads(node.part, fields);
    case 'all':
      return node.parts.every((part) => reads(part, fields));
    case 'any': {
      const required = node.parts.filter((part) => 'required' in part && part.required);
      return required.length > 0
        ? required.every((part) => reads(part, fields))
        : node.parts.some((part) => reads(part, fields));
    }
  }
}

function starts(phrase: WordPattern[], field: string[]): number[] {
  return field.flatMap((_, at) => (phrase.every((word, i) => like(word, field[at + i])) ? [at] : []));
}

function like({ text, wildcard }: WordPattern, word: string | undefined): boolean {
  if (word === undefined || !wildcard) return word === text;
  const pattern = text.replaceAll(/[σς]/g, '[σς]').replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${pattern}$`, 'su').test(word);
}

function isNear({ phrases, distance, ordered }: QueryNode & { type: 'near' }, field: string[]): boolean {
  const choices = phrases.map((phrase) =>
    starts(phrase, field).map((at) => [at, at + phrase.length] as const),
  );
  const walk = (chosen: (readonly [number, number])[]): boolean => {
    const next = choices[chosen.length];
    if (next) return next.some((place) => walk([...chosen, place]));
    const order = ordered ? chosen : chosen.toSorted((a, b) => a[0] - b[0]);
    return order.every((place, i) => {
      const before = order[i - 1];
      return !before || (place[0] >= before[1] && place[0] - before[1] <= distance);
    });
  };
  return walk([]);
}

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

  it(`on ${fullForm(60, 250)} random queries, in every place, as a plain reading of each article does`, async () => {
    const fields = records.map(({ title, content }) => ({
      title: wordTexts(title),
      content: wordTexts(content ?? ''),
    }));
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
      const read = (of: (typeof fields)[number]) =>
        place === 'title' ? [of.title] : place === 'content' ? [of.content] : [of.title, of.content];
      const expected = fields.flatMap((of, id) => (reads(parsed.query, read(of)) ? [String(id)] : []));
      const ids = await news.search(q, { search_in: place });
      expect({ q, place, ids }).toEqual({ q, place, ids: expected.toSorted() });
      found += expected.length;
    }
    expect(refused).toBeLessThan(fullForm(15, 60));
    expect(found).toBeGreaterThan(fullForm(1_000, 5_000));
  });
});
