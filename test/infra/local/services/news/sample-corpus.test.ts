import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { articleRecord } from '../../../../../infra/local/services/kit/corpus/article-record.ts';
import { corpusArticle } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import {
  BRANDS as SAMPLE_BRANDS,
  readPhrases,
} from '../../../../../infra/local/services/news/sample/world.ts';
import { sampleArticles } from '../../../../../infra/local/services/news/sample-corpus.ts';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';
import { HOUR } from '../../../../../shared/domain/time/instant.ts';
import { NOW } from './open-news.ts';

describe('the sample corpus', () => {
  const records = sampleArticles({ now: NOW });
  const lines = records.map((record) => corpusArticle(articleRecord.parse(record), 'sample'));
  const past = lines.filter(({ parsedAt }) => parsedAt <= NOW);
  const speaksOf = (name: string) => (line: (typeof lines)[number]) =>
    `${line.record.title} ${line.record.content}`.includes(name);

  it('holds 5,000 articles of two weeks in five languages, no id twice', () => {
    expect(past.length).toBeGreaterThan(5_000);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    const languages = Map.groupBy(past, ({ record }) => record.language);
    expect(new Set(languages.keys())).toEqual(new Set(['de', 'en', 'es', 'fr', 'ja']));
    for (const own of languages.values()) expect(own.length).toBeGreaterThan(300);
    const days = new Set(past.map(({ record }) => record.published_date?.slice(0, 10)));
    expect(days.size).toBeGreaterThanOrEqual(14);
  });

  it('is the same for the same time and seed, another for another seed', () => {
    // As text: the comparison of 20,000 objects takes seconds.
    expect(JSON.stringify(sampleArticles({ now: NOW })) === JSON.stringify(records)).toBe(true);
    expect(sampleArticles({ now: NOW, seed: 2 })[0]?.id).not.toBe(records[0]?.id);
  });

  it('keeps its past when it is made again hours later', () => {
    const later = new Set(sampleArticles({ now: NOW + 5 * HOUR }).map(({ id }) => id));
    const kept = past.filter(({ publishedAt }) => publishedAt > NOW - 300 * HOUR);
    expect(kept.length).toBeGreaterThan(4_000);
    expect(kept.filter(({ id }) => !later.has(id))).toEqual([]);
  });

  it('has news of Acme Corp all the time, calmly: in each hour ahead some articles, and never one each minute', () => {
    const [brand] = SAMPLE_BRANDS;
    expect(brand?.name).toBe('Acme Corp');
    const ahead = lines.filter(({ parsedAt }) => parsedAt > NOW).filter(speaksOf('Acme Corp'));
    const within = (hour: number) =>
      ahead.filter(({ parsedAt }) => parsedAt > NOW + hour * HOUR && parsedAt <= NOW + (hour + 1) * HOUR);
    expect(within(0).length).toBeGreaterThan(10);
    for (let hour = 0; hour < 6; hour += 1) expect(within(hour).length).toBeLessThan(60);
    const before = past.filter(speaksOf('Acme Corp'));
    for (let day = 0; day < 13; day += 1) {
      const own = before.filter(({ parsedAt }) => Math.floor((NOW - parsedAt) / (24 * HOUR)) === day);
      expect(own.length).toBeGreaterThan(5);
      expect(own.length).toBeLessThan(200);
    }
  });

  it('has whole sentences: every slot filled, no text twice as title and body', () => {
    const broken = /[{}]|undefined/;
    const all = lines.map(({ record }) => record);
    expect(all.filter(({ title, content }) => broken.test(`${title}\n${content}`))).toEqual([]);
    expect(all.filter(({ content }) => (content?.length ?? 0) <= 80)).toEqual([]);
    expect(new Set(past.map(({ record }) => record.title)).size).toBeGreaterThan(1_500);
  });

  it('has every outlet that the shipped watches.yaml names, and that file a brand for each watch on its names', () => {
    const file = new URL('../../../../../watches.yaml', import.meta.url);
    const compiled = compileWatches(readFileSync(file, 'utf8'), { file: 'watches.yaml', now: NOW });
    const watches = compiled.ok ? compiled.desired.watches : [];
    const named = watches.flatMap(({ query }) => [query['sources'] ?? [], query['not_sources'] ?? []].flat());
    const outlets = new Set(past.map(({ record }) => record.domain_url));
    expect(named).toEqual(['globex.example']);
    expect(named.filter((domain) => typeof domain !== 'string' || !outlets.has(domain))).toEqual([]);
    // Watches of kind world do not reach back for the days of the report: they need no brand.
    const seeking = watches.filter(
      ({ kind, query }) => kind !== 'world' && /acme|globex/i.test(JSON.stringify(query)),
    );
    expect(seeking.length).toBeGreaterThan(3);
    expect(seeking.filter(({ brand }) => brand === undefined)).toEqual([]);
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
    expect(new Set(breaking.map(({ language }) => language))).toEqual(
      new Set(['de', 'en', 'es', 'fr', 'ja']),
    );
  });
});

describe('the phrases of the sample corpus', () => {
  const phrases = readPhrases();
  const english = phrases.get('en')!;
  /** The facts of a line, those of which both languages must tell the same. */
  const factsIn = (line: string) =>
    Array.from(
      line.matchAll(
        /\{(?:de )?(count|many|percent|points|months|weeks|hours|money|extra|product|rival|thing|chief|officer|citizen|newcomer|investor)\}/g,
      ),
      ([, slot]) => String(slot),
    )
      .toSorted()
      .join();

  it.each(['fr', 'de', 'es', 'ja'] as const)(
    'of %s stand in the order of the English ones, for translation',
    (language) => {
      const own = phrases.get(language)!;
      for (const [name, topic] of Object.entries(own.topics)) {
        for (const part of ['headlines', 'leads', 'details', 'quotes'] as const) {
          expect(topic[part].map(factsIn)).toEqual(english.topics[name]?.[part].map(factsIn));
        }
      }
      expect(own.context.length).toBe(english.context.length);
      expect(own.closing.length).toBe(english.closing.length);
      expect(own.updates.length).toBe(english.updates.length);
    },
  );
});
