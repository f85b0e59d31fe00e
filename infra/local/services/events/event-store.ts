import { isObject, lookUp } from '../../../../shared/domain/lib/fields.ts';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import type { CorpusArticle } from '../kit/corpus/article-record.ts';
import type { Corpus, CorpusEvent } from '../kit/corpus/corpus.ts';
import { discoverEvents } from './discover-events.ts';
import { type Body, layoffRelation, type StoredEvent } from './stored-event.ts';
import { type Place, placeFrom } from './places.ts';

/**
 * The events of a corpus: its own records, and what its articles report. An article that a record names is not read.
 */
export function openEventStore(corpus: Corpus) {
  const articles = new Map(corpus.articles.map((article) => [article.id, article]));
  const records = corpus.events.map((event) => mapRecord(event, (id) => articles.get(id)?.parsedAt));
  const reported = new Set(records.flatMap(({ sources }) => sources.map(({ articleId }) => articleId)));
  const found = loadedOnce(
    async (): Promise<StoredEvent[]> => [
      ...records,
      ...(await discoverEvents(corpus.articles.filter(({ id }) => !reported.has(id)))),
    ],
  );
  return {
    /** Every event, those of the future too. The first call reads the articles. */
    all: found,
    article: (id: string): CorpusArticle | undefined => articles.get(id),
  };
}

/**
 * An event of a corpus as the service holds it. Keys of the source that clearly mean a field of the contract take its
 * name (`headcount`, `round`, a place as text); other keys stay, keys with nothing in them do not.
 */
function mapRecord(
  { id, record, eventAt, extractedAt }: CorpusEvent,
  parsedAtOf: (articleId: string) => number | undefined,
): StoredEvent {
  const type = record.event_type;
  const body = withoutNulls(record[type] ?? {});
  const company = record.company_name ?? null;
  return {
    id,
    type,
    company,
    globalType: record.global_event_type || undefined,
    eventAt,
    extractedAt,
    body: MAPPINGS[type](body, company),
    sources: [...new Set(record.associated_article_ids)].map((articleId) => ({
      articleId,
      parsedAt: parsedAtOf(articleId) ?? extractedAt,
    })),
  };
}

const asIs = (body: Body): Body => body;

/** How lists of funding rounds name what the contract has a word for. */
const FUNDING_NAMES: Readonly<Record<string, string>> = {
  'pre-seed': 'Pre-Seed',
  'series-c+': 'Series C',
  venture: 'Series Unknown',
  bridge: 'Bridge Round',
};

const MAPPINGS = {
  data_breach: asIs,
  fundraising: mapFundraising,
  layoff: mapLayoff,
  supply_chain_disruption: mapPlaces,
  tariffs_v2: asIs,
} as const satisfies Record<StoredEvent['type'], (body: Body, company: string | null) => Body>;

function mapFundraising({ round, ...rest }: Body): Body {
  if (typeof round !== 'string' || 'funding_type' in rest) return withRound(rest, round);
  const spelled = round.replaceAll('-', ' ').replaceAll(/\b\w/g, (letter) => letter.toUpperCase());
  return { ...rest, funding_type: lookUp(FUNDING_NAMES, round.toLowerCase()) ?? spelled };
}

function withRound(rest: Body, round: unknown): Body {
  return round === undefined ? rest : { ...rest, round };
}

function mapLayoff(body: Body, company: string | null): Body {
  const { headcount, location, ...rest } = body;
  if (typeof headcount !== 'number') return mapPlaces(body);
  const places = placesOf(location);
  const where = typeof location === 'string' ? ` in ${location}` : '';
  return {
    summary: `${company ?? 'A company'} lays off ${headcount} people${where}.`,
    how_much_related: layoffRelation({ company, places, people: headcount }),
    number_of_people_laid_off: headcount,
    ...rest,
    ...(places.length > 0 ? { location: places } : {}),
  };
}

function mapPlaces({ location, ...rest }: Body): Body {
  const places = placesOf(location);
  return places.length > 0 ? { ...rest, location: places } : rest;
}

/** A place as text, as an object, or several of either. */
function placesOf(location: unknown): (Place | Body)[] {
  const places: unknown[] = Array.isArray(location) ? [...location] : [location];
  return places.flatMap((place): (Place | Body)[] => {
    if (typeof place === 'string' && place.trim() !== '') return [placeFrom(place)];
    return isObject(place) ? [withoutNulls(place)] : [];
  });
}

function withoutNulls(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
