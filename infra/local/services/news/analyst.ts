import { createRequire } from 'node:module';
import { join } from 'node:path';
import type model from 'wink-eng-lite-web-model';
import type WinkNLP from 'wink-nlp';
import * as z from 'zod';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import { NEWS_THEMES } from '../../../../shared/domain/services/news-values.ts';
import type { ArticleRecord } from '../kit/corpus/article-record.ts';
import { namesIn } from '../kit/read-english.ts';
import { readSettingsFile } from '../kit/settings-file.ts';
import { type Entry, listOf } from './library/entry.ts';

/** The kinds of named entities (news service, nlp object). */
export const ENTITY_KINDS = ['PER', 'ORG', 'LOC', 'MISC'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** A name in an article and how often it occurs there. */
export interface Entity {
  entity_name: string;
  count: number;
}

export type Entities = Readonly<Record<EntityKind, readonly Entity[]>>;

/**
 * The language layer: what the corpus says about an article, and for English articles a simple reading of what it
 * leaves out (news service, nlp object). Our own reading is worked out at the first question and remembered; it reads
 * the title and the beginning of the text.
 */
export type Analyst = ReturnType<typeof openAnalyst>;

/** How much of a text is read, in UTF-16 units: about a millisecond of work. */
const READ = 600;

const NONE: Entities = { PER: [], ORG: [], LOC: [], MISC: [] };

export function openAnalyst() {
  const ownThemes = remembered(themesOf);
  const ownEntities = remembered((record) => entitiesIn(`${record.title}. ${beginningOf(record)}`));
  const ownSentiment = remembered((record) => {
    const title = sentimentOf(record.title);
    return { title, content: record.content ? sentimentOf(beginningOf(record)) : title };
  });
  const themes = (entry: Entry): readonly string[] => {
    const given = listOf(entry.record.nlp?.theme).flatMap((theme) => theme.split(/,\s*/));
    return given.length > 0 || !isEnglish(entry) ? given : ownThemes(entry);
  };
  return {
    /** Whether there is anything to say: every English article, others where the corpus does. */
    knows: (entry: Entry): boolean => isEnglish(entry) || Object.keys(entry.record.nlp ?? {}).length > 0,
    themes,
    sentiment(entry: Entry): { title: number | undefined; content: number | undefined } {
      const given = entry.record.nlp?.sentiment;
      if (!given && isEnglish(entry)) return ownSentiment(entry);
      return { title: given?.title ?? undefined, content: given?.content ?? undefined };
    },
    /** Names in the article, or in its translation. */
    entities: (entry: Entry): Entities =>
      givenEntities(entry.record) ?? (isEnglish(entry) ? ownEntities(entry) : NONE),
    tags(entry: Entry) {
      const { iptc_tags_id: iptc, iptc_tags_name: names, iab_tags_name: iab } = entry.record.nlp ?? {};
      const own = themes(entry).flatMap((theme) => THEMES.get(theme) ?? []);
      return {
        iptc: given(iptc) ?? own.map((theme) => theme.iptc.id),
        iptcNames: given(names) ?? own.map((theme) => theme.iptc.name),
        iab: given(iab) ?? [...new Set(own.map((theme) => theme.iab))],
      };
    },
  };
}

function isEnglish({ language }: Entry): boolean {
  return language === 'en';
}

function given(list: string[] | string | null | undefined): readonly string[] | undefined {
  return list === null || list === undefined ? undefined : listOf(list);
}

/** Works a thing out once for each article. */
function remembered<Result>(work: (record: ArticleRecord) => Result): (entry: Entry) => Result {
  const results = new WeakMap<Entry, Result>();
  return (entry) => {
    const result = results.get(entry) ?? work(entry.record);
    results.set(entry, result);
    return result;
  };
}

function beginningOf({ content }: ArticleRecord): string {
  return (content ?? '').slice(0, READ);
}

/** Loaded at the first question: most starts end without one. */
const wink = loadedOnce(() => {
  const require = createRequire(import.meta.url);
  const winkNLP: typeof WinkNLP = require('wink-nlp');
  const english: typeof model = require('wink-eng-lite-web-model');
  return winkNLP(english, ['sbd', 'negation', 'sentiment']);
});

/** How a text in English reads, from -1 to 1. */
function sentimentOf(text: string): number {
  // The library takes this function as the name of what it is to give.
  // oxlint-disable-next-line typescript/unbound-method
  const score: unknown = wink().readDoc(text).out(wink().its.sentiment);
  return typeof score === 'number' ? Math.round(score * 10_000) / 10_000 : 0;
}

/** The people, organizations and places that an English text names. */
function entitiesIn(text: string): Entities {
  const { people, organizations, places } = namesIn(text);
  return { PER: counted(people), ORG: counted(organizations), LOC: counted(places), MISC: [] };
}

function counted(names: readonly string[]): Entity[] {
  return Array.from(
    Map.groupBy(names, (name) => name),
    ([name, { length }]) => ({ entity_name: name, count: length }),
  );
}

const named = z.array(z.object({ entity_name: z.string(), count: z.number().default(1) }));

/** The names that the corpus gives for one kind under `ner_` or `translation_ner_`, undefined where it gives none. */
export function givenNames({ nlp }: ArticleRecord, key: string): Entity[] | undefined {
  return named.safeParse(nlp?.[key]).data;
}

/** What the corpus names, in the article or in its translation; undefined where it names no kind of entity. */
function givenEntities(record: ArticleRecord): Entities | undefined {
  const found: Record<string, Entity[]> = {};
  for (const kind of ENTITY_KINDS) {
    const names = givenNames(record, `ner_${kind}`) ?? givenNames(record, `translation_ner_${kind}`);
    if (names) found[kind] = names;
  }
  return Object.keys(found).length === 0 ? undefined : { ...NONE, ...found };
}

/** A word of the title says as much as so many of the text. */
const TITLE_WEIGHT = 3;
/** A second theme must be at least this strong beside the first. */
const SECOND_THEME = 0.6;

/** The one or two themes of an English article, strongest first; `General` where no word names one. */
function themesOf(record: ArticleRecord): string[] {
  const countIn = (text: string, words: RegExp) => Array.from(text.matchAll(words)).length;
  const points = Array.from(THEMES, ([name, { words }]) => ({
    name,
    sum: TITLE_WEIGHT * countIn(record.title, words) + countIn(beginningOf(record), words),
  }));
  const [first, second] = points.filter(({ sum }) => sum > 0).toSorted((a, b) => b.sum - a.sum);
  if (!first) return ['General' satisfies (typeof NEWS_THEMES)[number]];
  return second && second.sum >= first.sum * SECOND_THEME ? [first.name, second.name] : [first.name];
}

const LONG_ENOUGH = 4;

/** Longer beginnings fit any ending, short ones (`tv`, `ai`) only the whole word and its plural. */
function wordsThatBegin(starts: readonly string[]): RegExp {
  const forms = starts.map((start) => (start.length >= LONG_ENOUGH ? start : `${start}s?\\b`));
  return new RegExp(`\\b(?:${forms.join('|')})`, 'gi');
}

const theme = z.strictObject({
  /** Beginnings of English words by which the theme is known. */
  words: z.string().transform((text) => wordsThatBegin(text.split(' '))),
  /** The IPTC media topic that goes with it. */
  iptc: z.strictObject({ id: z.string(), name: z.string() }),
  /** The category of the IAB content taxonomy that goes with it. */
  iab: z.string(),
});

const themeFile = z.partialRecord(z.enum(NEWS_THEMES), theme.optional());

/** The themes that the service derives itself, with their words and tags. */
const THEMES = new Map(
  Object.entries(readSettingsFile(join(import.meta.dirname, 'themes.yaml'), themeFile)).flatMap(
    ([name, read]) => (read ? [[name, read] as const] : []),
  ),
);
