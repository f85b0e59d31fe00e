import { expect, it } from 'vitest';
import type { ArticleRecord } from '../../../../../../infra/local/services/kit/corpus/article-record.ts';
import {
  BRANDS,
  CITIES,
  CITIZENS,
  INVESTORS,
  SAMPLE_LANGUAGES,
  THINGS,
} from '../../../../../../infra/local/services/news/sample/world.ts';
import { sampleArticles } from '../../../../../../infra/local/services/news/sample-corpus.ts';
import { DAY, HOUR } from '../../../../../../shared/domain/time/instant.ts';
import { NOW } from '../open-news.ts';

// What a reader checks who compares the articles of a story with each other: sums, counts, shares, names, places and
// days. The facts are read from the printed texts, in each language, and not from what the sample knows about them.

const records = sampleArticles({ now: NOW });
const stories = [...Map.groupBy(records, ({ _story: story }) => String(story))];

const SPACE = /[\s\u00a0\u202f]/g;

/** `1,500,000`, `1 500 000` and `1.500.000` as a number; a decimal comma in French, German and Spanish. */
function numberIn(text: string, language: string): number {
  const bare = text.replace(SPACE, '');
  const english = language === 'en' || language === 'ja';
  return Number(english ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.'));
}

const FIGURE = String.raw`\d[\d.,\s\u00a0\u202f]*\d|\d`;
const MONEY: Readonly<Record<string, RegExp>> = {
  en: new RegExp(String.raw`\$(?<figure>${FIGURE})\s(?<unit>million|billion)`, 'g'),
  fr: new RegExp(String.raw`(?<figure>${FIGURE})\s(?<unit>millions|milliards) de dollars`, 'g'),
  de: new RegExp(String.raw`(?<figure>${FIGURE})\s(?<unit>Millionen|Milliarden) Dollar`, 'g'),
  es: new RegExp(String.raw`(?<figure>${FIGURE})\s(?<unit>millones) de dólares`, 'g'),
  ja: new RegExp(String.raw`(?<figure>${FIGURE})(?<unit>億|万)ドル`, 'g'),
};
const IN_MILLIONS: Readonly<Record<string, number>> = {
  million: 1,
  billion: 1_000,
  millions: 1,
  milliards: 1_000,
  Millionen: 1,
  Milliarden: 1_000,
  millones: 1,
  億: 100,
  万: 0.01,
};
const PERCENT = /(\d+)\s?(?:percent|%|Prozent|％)/g;

/** Sums of money, in millions of dollars. */
function sumsIn(text: string, language: string): number[] {
  return [...text.matchAll(MONEY[language]!)].map(({ groups }) =>
    Number((numberIn(groups!['figure']!, language) * IN_MILLIONS[groups!['unit']!]!).toFixed(2)),
  );
}

function percentsIn(text: string): number[] {
  return [...text.matchAll(PERCENT)].map(([, figure]) => Number(figure));
}

/** Counts of people, things and accounts: every number that is no money and no share. */
function countsIn(text: string, language: string): number[] {
  const rest = text
    .replaceAll(MONEY[language]!, ' ')
    .replaceAll(PERCENT, ' ')
    .replace(/\bUPDATE \d+/g, ' ');
  const names = BRANDS.flatMap(({ products }) => products).filter((name) => /\d/.test(name));
  const bare = names.reduce((left, name) => left.replaceAll(name, ' '), rest);
  return (bare.match(new RegExp(FIGURE, 'g')) ?? []).map((figure) => numberIn(figure, language));
}

const WEEKDAYS: Readonly<Record<string, readonly string[]>> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  fr: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  de: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  ja: ['日曜日', '月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日'],
};
const NAMES = BRANDS.map(({ name }) => name);
const PEOPLE = [
  ...BRANDS.flatMap(({ people }) => people),
  ...CITIZENS.first.flatMap((first) => CITIZENS.last.map((last) => `${first} ${last}`)),
];
const PRODUCTS = BRANDS.flatMap(({ products }) => products);

/** The longest names that a text holds: `Acme Home Hub` is not `Acme`. */
function namesIn(text: string, names: readonly string[]): string[] {
  const found = names.filter((name) => text.includes(name));
  return found.filter((name) => !found.some((other) => other !== name && other.includes(name)));
}

/** What an article says, without the lines on the company's size and history. */
function factsOf(record: ArticleRecord) {
  const language = String(record.language);
  const [first = '', ...rest] = String(record.content).split('\n\n');
  const head = `${record.title}\n${first}`;
  const all = `${head}\n${rest.join('\n')}`;
  const things = THINGS.map((thing) => thing[language as 'en']);
  const cities = CITIES.map(({ name, japanese }) => (language === 'ja' ? japanese : name));
  return {
    language,
    head,
    sums: sumsIn(head, language),
    shares: percentsIn(record.title ?? ''),
    counts: countsIn(record.title ?? '', language),
    companies: namesIn(head, NAMES),
    people: namesIn(all, PEOPLE),
    investors: namesIn(head, INVESTORS),
    things: namesIn(head, things).map((name) => things.indexOf(name)),
    products: namesIn(head, PRODUCTS),
    cities: namesIn(head, cities).map((name) => cities.indexOf(name)),
    days: WEEKDAYS[language]!.flatMap((name, day) => (first.includes(name) ? [day] : [])),
  };
}

const read = stories.map(([id, articles]) => ({ id, articles, facts: articles.map(factsOf) }));

it('the articles of a story agree in all languages on sums, counts, shares, names, things, places and days', () => {
  const parted = read.flatMap(({ id, facts }) =>
    (['sums', 'shares', 'investors', 'things', 'products', 'cities', 'days'] as const).flatMap((fact) => {
      const said = new Set(facts.flatMap((one) => one[fact] as (number | string)[]));
      // The price target and the shares of a company move by different shares.
      // A profit stands beside the sum for which shares are bought back.
      const allowed =
        (fact === 'shares' && id.startsWith('rating-')) || (fact === 'sums' && id.startsWith('results-'))
          ? 2
          : 1;
      return said.size > allowed ? [`${id}: ${fact} ${[...said].join(' / ')}`] : [];
    }),
  );
  expect(parted).toEqual([]);
  // Nobody else speaks in another language or outlet: the chief and one more, or the one citizen.
  const crowded = read.filter(({ facts }) => new Set(facts.flatMap(({ people }) => people)).size > 2);
  expect(crowded.map(({ id }) => id)).toEqual([]);
  // A company and its competitor.
  const strangers = read.filter(({ facts }) => new Set(facts.flatMap(({ companies }) => companies)).size > 2);
  expect(strangers.map(({ id }) => id)).toEqual([]);
});

it('a count in a title is the same in every title of the story that counts the same', () => {
  const parted = read.flatMap(({ id, articles, facts }) => {
    // Titles count at most two things: jobs or containers beside months or hours.
    const said = new Set(facts.flatMap(({ counts }) => counts));
    return said.size > 2
      ? [`${id}: ${[...said].join(' / ')}: ${articles.map(({ title }) => title).join(' | ')}`]
      : [];
  });
  expect(parted).toEqual([]);
});

it('a translated title gives the numbers of the title', () => {
  const wrong = records.flatMap(({ title, language, title_translated_en: english }) => {
    if (typeof english !== 'string') return [];
    const numbers = (text: string, of: string) =>
      JSON.stringify(
        [sumsIn(text, of), percentsIn(text), countsIn(text, of)].map((list) =>
          list.toSorted((a, b) => a - b),
        ),
      );
    return numbers(title, String(language)) === numbers(english, 'en') ? [] : [`${title} = ${english}`];
  });
  expect(wrong).toEqual([]);
  expect(records.filter(({ language }) => language !== 'en').length).toBeGreaterThan(1_000);
});

it('nobody has two posts: one chief for each company, one mayor and one coach for each city', () => {
  const chiefs = new Map<string, Set<string>>();
  const posts = new Map<string, Set<string>>();
  for (const { id, facts, articles } of read) {
    const [topic = '', subject = ''] = id.split('-');
    for (const [index, { language, people }] of facts.entries()) {
      if (language !== 'en') continue;
      const text = String(articles[index]!.content);
      for (const name of people) {
        if (text.includes(`${name}, chief executive of `))
          chiefs.set(subject, (chiefs.get(subject) ?? new Set()).add(name));
        if (['sports', 'vote', 'weather', 'science'].includes(topic)) {
          posts.set(name, (posts.get(name) ?? new Set()).add(`${topic} ${subject}`));
        }
      }
    }
  }
  expect(chiefs.size).toBeGreaterThan(5);
  expect([...chiefs].filter(([, names]) => names.size > 1)).toEqual([]);
  expect(posts.size).toBeGreaterThan(10);
  expect([...posts].filter(([, held]) => held.size > 1)).toEqual([]);
});

it('numbers fit the company: jobs and their share of the staff, a profit below the sales, one tariff for each good', () => {
  const english = records.flatMap(({ title, content, language }) =>
    language === 'en' ? [`${title}\n${content}`] : [],
  );
  const layoffs = english.flatMap((text) => {
    const staff = numberIn(/employs about ([\d,]+) people/.exec(text)?.[1] ?? 'x', 'en');
    const jobs = numberIn(/cut ([\d,]+) jobs/.exec(text)?.[1] ?? 'x', 'en');
    const share = Number(
      /(\d+) percent of (?:its staff|the workforce)/.exec(text)?.[1] ?? (jobs / staff) * 100,
    );
    return Number.isFinite(staff) && Number.isFinite(jobs) ? [{ text, staff, jobs, share }] : [];
  });
  expect(layoffs.length).toBeGreaterThan(5);
  expect(layoffs.filter(({ staff, jobs }) => jobs > staff / 5)).toEqual([]);
  expect(layoffs.filter(({ staff, jobs, share }) => Math.abs(share - (jobs / staff) * 100) > 1)).toEqual([]);
  const earned = english.filter((text) => {
    const [profit = 0] = sumsIn(/earned \$[\d.]+ \w+ in the past quarter/.exec(text)?.[0] ?? '', 'en');
    const [sales = Infinity] = sumsIn(/had sales of \$[\d.]+ \w+/.exec(text)?.[0] ?? '', 'en');
    return profit > sales / 4;
  });
  expect(earned).toEqual([]);
  const tariffs = new Map<string, Set<string>>();
  for (const text of english) {
    const said = /tariffs of (\d+) percent on (?:imported )?([a-z ]+?)(?: on | will | hit |, |$)/m.exec(text);
    if (said) tariffs.set(said[2]!, (tariffs.get(said[2]!) ?? new Set()).add(said[1]!));
  }
  expect(tariffs.size).toBeGreaterThan(3);
  expect([...tariffs].filter(([, rates]) => rates.size > 1)).toEqual([]);
});

it('is calm: no company is hacked twice in a week, and nobody has ten stories a day', () => {
  const starts = read.map(({ id, articles }) => ({
    id,
    articles,
    at: Math.min(...articles.map(({ published_date: at }) => Date.parse(`${at?.replace(' ', 'T')}Z`))),
  }));
  const hacked = NAMES.flatMap((name) => {
    const titled = new RegExp(
      `(?:at|of|^)[\\d, ]*${name} (?:says hackers|exposes|confirms data|customers offered)|breach at ${name}`,
    );
    const times = starts
      .filter(({ articles }) => articles.some(({ title }) => titled.test(title)))
      .map(({ at }) => at)
      .toSorted((a, b) => a - b);
    return times.some((at, index) => index > 0 && at - times[index - 1]! < 5 * DAY) ? [name] : [];
  });
  expect(hacked).toEqual([]);
  const acme = starts.filter(({ id }) => /-acme-|^breaking/.test(id));
  for (let at = NOW - 13 * DAY; at < NOW; at += DAY) {
    expect(acme.filter((one) => one.at > at && one.at <= at + DAY).length).toBeLessThan(10);
  }
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
