import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterArticles } from '../../../../../../infra/local/services/extraction/pipeline/cluster.ts';
import { article, DAY, HOUR, START } from '../open-extraction.ts';

const at = (hours: number) => ({ discoveredAt: START + hours * HOUR });
const titles = (clusters: ReturnType<typeof clusterArticles>) =>
  clusters.map(({ articles }) => articles.map(({ title }) => title));

describe('clusters', () => {
  const breach = article('Hackers steal 40 million cards from retailer Acme', at(0));
  const again = article('Acme says hackers stole 40 million cards', at(1));
  const other = article('Globex opens a bakery in Paris', at(2));

  it('join articles whose titles tell the same', () => {
    expect(titles(clusterArticles([other, again, breach]))).toEqual([
      [breach.title, again.title],
      [other.title],
    ]);
  });

  it('join articles in other words by the beginnings of their texts, and keep alike titles on other things apart', () => {
    const content = (text: string) => ({ content: text });
    const fire =
      'A fire destroyed the main warehouse of the toy maker Solvane in Lyon on Sunday night, the mayor said.';
    const one = article('Solvane warehouse burns down', { ...at(0), ...content(fire) });
    const two = article('Toys worth millions lost at Solvane', {
      ...at(1),
      ...content(`${fire} Nobody was hurt.`),
    });
    const three = article('Solvane warehouse prices go down', {
      ...at(2),
      ...content('Rents for storage fall again as brokers count empty halls along the motorway.'),
    });
    expect(titles(clusterArticles([one, two, three]))).toEqual([[one.title, two.title], [three.title]]);
  });

  it('see titles without the names of outlets, and no story in a number', () => {
    const outlet = (name: string, hours: number) => ({ ...at(hours), sourceName: name, domain: 'x.example' });
    const one = article('Old mill closes its doors - Harbour Gazette', outlet('Harbour Gazette', 0));
    const two = article('Mayor sings in the park - Harbour Gazette', outlet('Harbour Gazette', 1));
    const three = article('11 songs of spring', at(2));
    const four = article('Tax rises on 11 May', at(3));
    expect(clusterArticles([one, two, three, four])).toHaveLength(4);
  });

  it('keep articles apart that lie more than three days apart', () => {
    const later = article(breach.title, at(24 * 4));
    expect(clusterArticles([breach, later])).toHaveLength(2);
  });

  it('stay as they are in a later turn and only gain articles', () => {
    const before = clusterArticles([breach, other]);
    const after = clusterArticles([again, breach, other], before);
    expect(titles(after)).toEqual([[breach.title, again.title], [other.title]]);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('do not depend on the order in which articles were found, and hold each once', () => {
    const words = ['acme', 'globex', 'breach', 'bakery', 'cards', 'paris', 'fire', 'strike'];
    const some = fc.array(fc.shuffledSubarray(words, { minLength: 1 }), { maxLength: 12 });
    fc.assert(
      fc.property(some, (texts) => {
        const articles = texts.map((text, index) => article(text.join(' '), at(index)));
        const clusters = clusterArticles(articles);
        const ids = clusters.flatMap((cluster) => cluster.articles.map(({ id }) => id));
        expect(ids.toSorted()).toEqual(articles.map(({ id }) => id).toSorted());
        expect(titles(clusterArticles(articles.toReversed()))).toEqual(titles(clusters));
      }),
      { numRuns: 50 },
    );
  });
});

describe('clusters of real headlines', () => {
  const file = '../shared/data/news-stories.ndjson';
  const there = existsSync(file);
  if (!there) process.stderr.write(`skipped: ${file} is not beside the checkout\n`);
  it.skipIf(!there)('seldom mix two stories', () => {
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(0, 800)
      .map((line) => JSON.parse(line));
    const story = new Map<string, string>(rows.map((row) => [row.id, row['_story']]));
    const articles = rows.map((row) => {
      const discoveredAt = Date.parse(`${row.published_date.replace(' ', 'T')}Z`);
      return article(row.title, { id: row.id, discoveredAt, publishedAt: discoveredAt });
    });
    let pairs = 0;
    let right = 0;
    for (const cluster of clusterArticles(articles)) {
      for (const one of cluster.articles) {
        for (const two of cluster.articles) {
          if (one.id >= two.id) continue;
          pairs += 1;
          if (story.get(one.id) === story.get(two.id)) right += 1;
        }
      }
    }
    expect(pairs).toBeGreaterThan(500);
    expect(right / pairs).toBeGreaterThan(0.9);
    expect(articles.every(({ discoveredAt }) => discoveredAt < START - DAY)).toBe(true);
  });
});

describe('clusters of real reports', () => {
  const file = '../shared/data/news-events-text.ndjson';
  const there = existsSync(file);
  if (!there) process.stderr.write(`skipped: ${file} is not beside the checkout\n`);
  it.skipIf(!there)('join reports in other words, and mix no stories', () => {
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const story = new Map<string, string>(rows.map((row) => [row.id, row['_story']]));
    const clusters = clusterArticles(
      rows.map(({ id, title, content, domain_url: domain, name_source: sourceName }) =>
        article(title, { id, content, domain, sourceName }),
      ),
    );
    const pairs = clusters.flatMap(({ articles }) =>
      articles.flatMap((one) => articles.flatMap((two) => (one.id < two.id ? [[one.id, two.id]] : []))),
    );
    const right = pairs.filter(([one = '', two = '']) => story.get(one) === story.get(two));
    expect(right.length / pairs.length).toBeGreaterThan(0.95);
    expect(right.length).toBeGreaterThan(60);
  });
});
