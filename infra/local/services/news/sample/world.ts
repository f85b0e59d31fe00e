import { join } from 'node:path';
import * as z from 'zod';
import { NEWS_DOMAIN_TYPES, NEWS_TYPES } from '../../../../../shared/domain/services/news-values.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';
import { SAMPLE_LANGUAGES } from './languages.ts';

const names = z.array(z.string()).min(1);
const language = z.enum(SAMPLE_LANGUAGES);
const inEachLanguage = z.record(language, z.string());
const sector = z.enum(['electronics', 'software', 'retail', 'health', 'cars', 'energy', 'freight', 'food']);

const brand = z.strictObject({
  /** As headlines write it. */
  name: z.string(),
  domain: z.string(),
  home: z.string(),
  sector,
  products: names,
  /** Who speaks for it. */
  people: names,
  founded: z.number(),
  staff: z.number(),
  /** Yearly, in millions of dollars. */
  sales: z.number(),
  /** How often it is in the news beside the others. */
  weight: z.number(),
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

const topic = z.strictObject({
  /** How often it occurs beside the others. */
  weight: z.number(),
  /** About a company, rather than a place or people. */
  business: z.boolean(),
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
  citizens: names,
  things: z.array(inEachLanguage),
});

const read = readSettingsFile(join(import.meta.dirname, 'world.yaml'), world);

/** A company of the sample corpus. All of them are invented. */
export type Brand = z.infer<typeof brand>;
/** What a story of the sample corpus is about. */
export type SampleTopic = z.infer<typeof topic>;
/** A media outlet of the sample corpus. All of them are invented. */
export type SampleOutlet = (typeof OUTLETS)[number];

/** What companies do, as it reads after "in"; who writes for the outlets; people without a company; what companies make. */
export const { sectors: SECTORS, bylines: BYLINES, citizens: CITIZENS, things: THINGS } = read;
/** The companies of the sample corpus, the one with most to report first; the topics of its stories, by their phrases. */
export const { brands: BRANDS, topics: TOPICS } = read;
/** The cities of the sample corpus: their name is the same in all languages with Latin letters. */
export const CITIES = Object.entries(read.cities).map(([name, japanese]) => ({ name, japanese }));
/** The outlets of the sample corpus, agencies first. Without a rank: not among the million best-ranked sites. */
export const OUTLETS = read.outlets.flatMap(({ outlets, ...kind }) =>
  outlets.map(([name, domain, country, rank]) => ({ ...kind, name, domain, country, rank })),
);
