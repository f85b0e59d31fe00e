import { join } from 'node:path';
import * as z from 'zod';
import { loadedOnce } from '../../../../../shared/domain/lib/in-parallel.ts';
import { NEWS_DOMAIN_TYPES, NEWS_TYPES } from '../../../../../shared/domain/services/news-values.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';

/** The languages of the sample corpus. */
export const SAMPLE_LANGUAGES = ['en', 'fr', 'de', 'es', 'ja'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

const names = z.array(z.string()).min(1);
const language = z.enum(SAMPLE_LANGUAGES);
const spoken = { en: z.string(), fr: z.string(), de: z.string(), es: z.string(), ja: z.string() };
const inEachLanguage = z.strictObject(spoken);
const sector = z.enum(['electronics', 'software', 'retail', 'health', 'cars', 'energy', 'freight', 'food']);

/** What a story counts. `points`: small numbers, such as patents, years or the percents of a share price. */
export const NUMBERS = ['count', 'many', 'percent', 'points', 'months', 'weeks', 'hours', 'money'] as const;

const brand = z.strictObject({
  /** As headlines write it. */
  name: z.string(),
  domain: z.string(),
  home: z.string(),
  sector,
  products: names,
  /** Its chief executive, then others who speak for it. */
  people: z.tuple([z.string()]).rest(z.string()),
  founded: z.number(),
  staff: z.number(),
  /** Yearly, in millions of dollars. */
  sales: z.number(),
  /** It is in the news so many times as often as a company of pace 1. */
  pace: z.number().positive(),
  /** It publishes press releases on its own domain, as an outlet of this name. */
  newsroom: z.strictObject({ name: z.string(), country: z.string() }).optional(),
});

/** Outlets of one language and kind: each with name, domain, country and rank. */
const outletGroup = z.strictObject({
  language,
  newsType: z.enum(NEWS_TYPES),
  domainType: z.enum(NEWS_DOMAIN_TYPES),
  /** Agencies: others print what they write. */
  wire: z.literal(true).optional(),
  /** Whole texts are for subscribers. */
  paid: z.literal(true).optional(),
  outlets: z.array(z.tuple([z.string(), z.string(), z.string(), z.number().optional()])),
});

/** Least and most, both included. */
const range = z.tuple([z.number(), z.number()]);

const topic = z.strictObject({
  /** A company, or a city, has one such story in so many days. */
  days: z.number().positive(),
  /** About a company, rather than a place or people. */
  business: z.boolean(),
  /** Companies of these have it; without them all. */
  sectors: z.array(sector).optional(),
  /** The numbers of a story: `many` in thousands, `money` in millions of dollars. */
  numbers: z.partialRecord(z.enum(NUMBERS), range),
  themes: names,
  /** Sentiment of title and content, about which the articles of a story differ a little. */
  tone: z.number(),
  iptc: z.strictObject({ id: z.string(), name: z.string() }),
  iab: z.string(),
  section: z.string(),
});

const world = z.strictObject({
  sectors: z.record(sector, inEachLanguage),
  brands: z.array(brand),
  outlets: z.array(outletGroup),
  topics: z.record(z.string(), topic),
  cities: z.record(z.string(), z.string()),
  bylines: z.record(language, names),
  citizens: z.strictObject({ first: names, last: names }),
  investors: names,
  /** `public`: cities buy it. */
  things: z.array(
    z.strictObject({ sectors: z.array(sector), public: z.literal(true).optional(), ...spoken }),
  ),
  leaks: z.array(z.strictObject({ data: names, ...spoken })),
});

const read = readSettingsFile(join(import.meta.dirname, 'world.yaml'), world);

/** A company of the sample corpus. All of them are invented. */
export type Brand = z.infer<typeof brand>;
/** What a story of the sample corpus is about. */
export type SampleTopic = z.infer<typeof topic>;
/** A media outlet of the sample corpus. All of them are invented. */
export type SampleOutlet = (typeof OUTLETS)[number];

/** What companies do, as it reads after "in"; who writes for the outlets; names of people without a company. */
export const { sectors: SECTORS, bylines: BYLINES, citizens: CITIZENS } = read;
/** Who gives companies money and advice; what companies make; what attackers take from them. */
export const { investors: INVESTORS, things: THINGS, leaks: LEAKS } = read;
/**
 * The companies of the sample corpus, the one with most to report first; the topics of its stories, by their phrases.
 */
export const { brands: BRANDS, topics: TOPICS } = read;
/** The cities of the sample corpus: their name is the same in all languages with Latin letters. */
export const CITIES = Object.entries(read.cities).map(([name, japanese]) => ({ name, japanese }));
/** The outlets of the sample corpus, agencies first. Without a rank: not among the million best-ranked sites. */
export const OUTLETS = read.outlets.flatMap(({ outlets, ...kind }) =>
  outlets.map(([name, domain, country, rank]) => ({ ...kind, name, domain, country, rank })),
);

const lines = z.array(z.string()).min(1);
const topicPhrases = z.strictObject({ headlines: lines, leads: lines, details: lines, quotes: lines });
const phrases = z.strictObject({
  topics: z.record(z.string(), topicPhrases),
  context: lines,
  closing: lines,
  updates: lines,
});

/** What is said in a language, and of it about one topic. A slot such as `{company}` is filled with a fact of the story. */
export interface Desk {
  phrases: z.infer<typeof phrases>;
  topic: z.infer<typeof topicPhrases>;
}

/** The phrases of each language; equal places of two languages say the same. */
export const readPhrases = loadedOnce(
  () =>
    new Map(
      SAMPLE_LANGUAGES.map((language) => [
        language,
        readSettingsFile(join(import.meta.dirname, `phrases/${language}.yaml`), phrases),
      ]),
    ),
);

/** Undefined for a topic that the language does not have. */
export function deskOf(language: SampleLanguage, topicId: string): Desk | undefined {
  const own = readPhrases().get(language);
  const topic = own?.topics[topicId];
  return own && topic && { phrases: own, topic };
}
