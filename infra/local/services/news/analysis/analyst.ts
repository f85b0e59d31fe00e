import * as z from 'zod';
import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import { type Entry, listOf } from '../library/entry.ts';
import { ENTITY_KINDS, type EntityKind, kindOf, namesIn, sentimentOf } from './english.ts';
import { THEMES } from './themes.ts';
import { themesOf } from './themes-of.ts';

/** A name in an article and how often it occurs there. */
export interface Entity {
  entity_name: string;
  count: number;
}

export type Entities = Readonly<Record<EntityKind, readonly Entity[]>>;

/**
 * The language layer: what the corpus says about an article, and for English articles what it leaves out (news service,
 * nlp object). Our own part is worked out at the first question and remembered; it reads the title and the beginning of
 * the text.
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

export interface Tags {
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
