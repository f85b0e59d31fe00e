import { expect, it } from 'vitest';
import { chanceFrom } from '../../../../../../infra/local/services/kit/clock.ts';
import { drawFacts } from '../../../../../../infra/local/services/news/sample/facts.ts';
import { SAMPLE_LANGUAGES } from '../../../../../../infra/local/services/news/sample/world.ts';
import { writeText } from '../../../../../../infra/local/services/news/sample/write-text.ts';
import { sampleArticles } from '../../../../../../infra/local/services/news/sample-corpus.ts';
import { HOUR } from '../../../../../../shared/domain/time/instant.ts';
import { NOW } from '../open-news.ts';

// What a reader checks who compares the articles of a story with each other, and stories with each other. That the
// phrases of all languages tell the same facts is proved in sample-corpus.test.ts.

const records = sampleArticles({ now: NOW });
const stories = [...Map.groupBy(records, ({ _story: story }) => String(story))].map(([id, articles]) => ({
  id,
  articles,
  at: Math.min(...articles.map(({ published_date: at }) => Date.parse(`${at?.replace(' ', 'T')}Z`))),
}));

it('the articles of a story have the same facts and event, whatever their language and outlet', () => {
  const parted = stories.filter(({ articles }) => {
    const said = articles.map(({ _facts, _event }) => JSON.stringify([_facts, _event]));
    return new Set(said).size > 1;
  });
  expect(parted).toEqual([]);
});

it('numbers are written as each language writes them', () => {
  const facts = { ...drawFacts(NOW, { topicId: 'funding' }, chanceFrom(1)), extra: 1_500 };
  const written = SAMPLE_LANGUAGES.map((language) => {
    const line = ['{money} | {extra} | {many} | {day}'];
    const topic = { headlines: line, leads: line, details: line, quotes: line };
    const phrases = { topics: {}, context: line, closing: line, updates: line };
    const outline = { headline: 0, details: [], quote: 0, context: [], closing: 0 };
    const numbers = { ...facts.numbers, money: 120, many: 40 };
    return writeText(outline, {
      facts: { ...facts, numbers },
      language,
      desk: { topic, phrases },
    })?.title.replaceAll(/\s/g, ' ');
  });
  expect(written).toEqual([
    '$120 million | $1.5 billion | 40,000 | Saturday',
    '120 millions de dollars | 1,5 milliards de dollars | 40 000 | samedi',
    '120 Millionen Dollar | 1,5 Milliarden Dollar | 40.000 | am Samstag',
    '120 millones de dólares | 1500 millones de dólares | 40.000 | el sábado',
    '12,000万ドル | 15億ドル | 40,000 | 土曜日',
  ]);
});

it('a story breaks with the start, and grows while somebody watches: five outlets in minutes, fifteen within the hour', () => {
  const breaking = records.filter(({ _story: story }) => String(story).startsWith('breaking'));
  const within = (time: number) =>
    breaking.filter(
      ({ published_date: at, language }) =>
        language === 'en' && Date.parse(`${at?.replace(' ', 'T')}Z`) <= NOW + time,
    );
  expect(breaking.length).toBeGreaterThan(30);
  expect(within(0).length).toBeLessThan(10);
  expect(within(HOUR).length).toBeGreaterThanOrEqual(15);
  expect(new Set(breaking.map(({ language }) => language))).toEqual(new Set(SAMPLE_LANGUAGES));
});
