import { join } from 'node:path';
import * as z from 'zod';
import { wordTexts } from '../../../../shared/domain/query/words.ts';
import { NEWS_THEMES } from '../../../../shared/domain/services/news-values.ts';
import type { ArticleRecord } from '../kit/corpus/article-record.ts';
import { readSettingsFile } from '../kit/settings-file.ts';
import { ENTITY_KINDS, type EntityKind, kindOf, namesIn, sentimentOf } from './english.ts';
import { type Entry, listOf } from './library/entry.ts';

/** A name in an article and how often it occurs there. */
export interface Entity {
  entity_name: string;
  count: number;
}

type Entities = Readonly<Record<EntityKind, readonly Entity[]>>;

/**
 * The language layer: what the corpus says about an article, and for English articles what it leaves out (news
 * service, nlp object). Our own part is worked out at the first question and remembered; it reads the title and the
 * beginning of the text.
 */
export interface Analyst {
  /** Whether there is anything to say: every English article, others where the corpus does. */
  knows: (entry: Entry) => boolean;
  themes: (entry: Entry) => readonly string[];
  sentiment: (entry: Entry) => { title: number | undefined; content: number | undefined };
  /** Names in the article, or in its translation. */
  entities: (entry: Entry) => Entities;
  tags: (entry: Entry) => Tags;
}

interface Tags {
  iptc: readonly string[];
  iptcNames: readonly string[];
  iab: readonly string[];
}

/** How much of a text is read, in UTF-16 units: about a millisecond of work. */
const READ = 600;

const NONE: Entities = { PER: [], ORG: [], LOC: [], MISC: [] };

export function openAnalyst(): Analyst {
  const own = {
    themes: remembered(ownThemes),
    sentiment: remembered(ownSentiment),
    entities: remembered(ownEntities),
  };
  const themes = ({ record, row }: Entry) => {
    const given = listOf(record.nlp?.theme).flatMap((theme) => theme.split(/,\s*/));
    return given.length > 0 || !isEnglish(record) ? given : own.themes(row, record);
  };
  return {
    knows: ({ record }) => isEnglish(record) || Object.keys(record.nlp ?? {}).length > 0,
    themes,
    sentiment({ record, row }) {
      const given = record.nlp?.sentiment;
      if (!given && isEnglish(record)) return own.sentiment(row, record);
      return { title: given?.title ?? undefined, content: given?.content ?? undefined };
    },
    entities({ record, row }) {
      return givenEntities(record) ?? (isEnglish(record) ? own.entities(row, record) : NONE);
    },
    tags(entry) {
      const { nlp } = entry.record;
      const derived = themes(entry).flatMap((theme) => THEMES.get(theme) ?? []);
      const given = (list: string[] | string | null | undefined, otherwise: string[]) =>
        list === null || list === undefined ? [...new Set(otherwise)] : listOf(list);
      return {
        iptc: given(
          nlp?.iptc_tags_id,
          derived.map(({ iptc }) => iptc.id),
        ),
        iptcNames: given(
          nlp?.iptc_tags_name,
          derived.map(({ iptc }) => iptc.name),
        ),
        iab: given(
          nlp?.iab_tags_name,
          derived.map(({ iab }) => iab),
        ),
      };
    },
  };
}

function isEnglish({ language }: ArticleRecord): boolean {
  return language === 'en';
}

/** Works a thing out once for each row. */
function remembered<Result>(work: (record: ArticleRecord) => Result) {
  const results = new Map<number, Result>();
  return (row: number, record: ArticleRecord): Result => {
    const known = results.get(row);
    if (known !== undefined) return known;
    const result = work(record);
    results.set(row, result);
    return result;
  };
}

function ownThemes({ title, content }: ArticleRecord): string[] {
  return themesOf({ title, text: (content ?? '').slice(0, READ) });
}

/** Without a text its sentiment is that of the title. */
function ownSentiment({ title, content }: ArticleRecord): { title: number; content: number } {
  const ofTitle = sentimentOf(title);
  return { title: ofTitle, content: content ? sentimentOf(content.slice(0, READ)) : ofTitle };
}

function ownEntities(record: ArticleRecord): Entities {
  const text = `${record.title}. ${(record.content ?? '').slice(0, READ)}`;
  const counts = new Map<string, number>();
  for (const name of namesIn(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const found: Record<EntityKind, Entity[]> = { PER: [], ORG: [], LOC: [], MISC: [] };
  for (const [name, count] of counts) {
    const kind = kindOf(name);
    if (kind) found[kind].push({ entity_name: name, count });
  }
  return found;
}

const named = z.array(z.object({ entity_name: z.string(), count: z.number().default(1) }));

/** The names that the corpus gives for one kind under `ner_` or `translation_ner_`, undefined where it gives none. */
export function givenNames({ nlp }: ArticleRecord, key: string): Entity[] | undefined {
  const read = named.safeParse(nlp?.[key]);
  return read.success ? read.data : undefined;
}

/** What the corpus names, in the article or in its translation; undefined where it names no kind of entity. */
function givenEntities(record: ArticleRecord): Entities | undefined {
  const given = ENTITY_KINDS.map((kind) => {
    const names = givenNames(record, `ner_${kind}`) ?? givenNames(record, `translation_ner_${kind}`);
    return [kind, names] as const;
  });
  if (given.every(([, names]) => names === undefined)) return undefined;
  const found = { ...NONE };
  for (const [kind, names] of given) found[kind] = names ?? [];
  return found;
}

/** A word of the title says as much as so many of the text. */
const TITLE_WEIGHT = 3;
/** A second theme must be at least this strong beside the first. */
const SECOND_THEME = 0.6;

const LONG_ENOUGH = 4;

/** The one or two themes of an English article, strongest first; `General` where no word names one. */
function themesOf({ title, text }: { title: string; text: string }): string[] {
  const points = new Map<string, number>();
  const count = (words: readonly string[], weight: number) => {
    for (const word of words) {
      for (const theme of themesOfWord(word)) points.set(theme, (points.get(theme) ?? 0) + weight);
    }
  };
  count(wordTexts(title), TITLE_WEIGHT);
  count(wordTexts(text), 1);
  const [first, second] = [...points].toSorted((a, b) => b[1] - a[1]);
  if (!first) return ['General' satisfies (typeof NEWS_THEMES)[number]];
  return second && second[1] >= first[1] * SECOND_THEME ? [first[0], second[0]] : [first[0]];
}

const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100_000;

/** Longer beginnings fit any ending, short ones (`tv`, `ai`) only the whole word and its plural. */
function themesOfWord(word: string): readonly string[] {
  const found = known.get(word);
  if (found) return found;
  const fits = (start: string) =>
    start.length >= LONG_ENOUGH ? word.startsWith(start) : word === start || word === `${start}s`;
  const themes = [...THEMES].flatMap(([theme, { words }]) => (words.some(fits) ? [theme] : []));
  if (known.size < MOST_KNOWN) known.set(word, themes);
  return themes;
}

const theme = z.strictObject({
  /** Beginnings of English words by which the theme is known. */
  words: z.string().transform((text) => text.split(' ')),
  /** The IPTC media topic that goes with it. */
  iptc: z.strictObject({ id: z.string(), name: z.string() }),
  /** The category of the IAB content taxonomy that goes with it. */
  iab: z.string(),
});

/** The themes that the service derives itself, with their words and tags. */
const THEMES = new Map<string, z.infer<typeof theme>>(
  Object.entries(
    readSettingsFile(
      join(import.meta.dirname, 'themes.yaml'),
      z.partialRecord(z.enum(NEWS_THEMES), theme.optional()),
    ),
  ).flatMap(([name, read]) => (read ? [[name, read] as const] : [])),
);
