import {
  type Finding,
  type FindingArticle,
  type FindingEntity,
  fingerprintOf,
} from '../../../domain/findings/finding.ts';
import {
  compileExclusions,
  excludedDomain,
  excludedPhrase,
  type Exclusions,
  fitFinding,
  snippetOf,
} from '../../../domain/findings/fit-finding.ts';
import { defined } from '../../../domain/lib/fields.ts';
import { canonicalJson, idOf } from '../../../domain/lib/hash.ts';
import { cleanLines, cleanText } from '../../../domain/text/clean-text.ts';
import { headlineOf } from '../../../domain/text/headline.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { companyKeyOf } from '../../../domain/watches/watchlist.ts';
import type { RecordReading, SeenRecords } from '../../../use-cases/ports/services.ts';
import { foundItems, type Items, publicationOf } from '../../http/lenient.ts';
import { companyNameOf, type JobRecord } from './record.ts';

/** So many characters of a text are read: a field of a record may hold megabytes. */
const SEARCHED = 100_000;
/** The longest text of a field that a finding keeps, in UTF-16 units. */
const LONGEST_FIELD = 200;

/** When a record is seen, and the exclusions of the watch. */
interface RecordContext {
  now: Instant;
  exclude: Watch['exclude'];
}

/**
 * A record as a finding. Records have no date, so a record counts as indexed when it is first seen. Outlet, address
 * and date are those of its first citation (extraction service, record).
 */
export function recordToFinding(record: JobRecord, { now, exclude }: RecordContext): Finding {
  const articles = record.citations.map(articleOf);
  const [first] = articles;
  const host = hostOf(first?.link);
  // As the service wrote it: the record is recognised by it. `recogniseRecords` cleans it.
  const title = (record.record_title ?? record.citations[0]?.title ?? '').slice(0, SEARCHED);
  const text = cleanLines((record.summary ?? describeFields(record.fields)).slice(0, SEARCHED));
  const entities = entitiesOf(record);
  const companies = companiesIn(record);
  const tags = tagsOf(record);
  const fields = fieldsOf(record);
  const exclusions = compileExclusions(exclude);
  const excludedBy =
    excludedPhrase(exclusions, [cleanText(title), text]) ?? excludedOutlet(articles, exclusions);
  return fitFinding({
    fingerprint: fingerprintOf(record.record_id),
    service: 'extraction',
    type: 'record',
    indexedAt: now,
    title,
    authors: [],
    snippet: snippetOf(text, []),
    matched: [],
    articles,
    articleCount: articles.length,
    contentHash: shortHash(record),
    ...(entities.length > 0 && { entities }),
    ...(companies.length > 0 && { companies, hashWithoutCompanies: shortHash(withoutCompanies(record)) }),
    ...(Object.keys(tags).length > 0 && { facts: tags }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(host !== undefined && { outlet: { domain: host } }),
    ...defined<Partial<Finding>>({
      link: first?.link,
      publishedAt: first?.publishedAt,
      publishedPrecision: first?.publishedPrecision,
      excludedBy,
    }),
  });
}

function articleOf({ title = '', link, ...citation }: JobRecord['citations'][number]): FindingArticle {
  const domain = hostOf(link);
  return defined<FindingArticle>({
    title: headlineOf(title, { domain }),
    link,
    ...publicationOf(citation),
  });
}

/** The companies of a watchlist in a record, the most important first. */
function entitiesOf({ connected_entities }: JobRecord): FindingEntity[] {
  const found = connected_entities.map(
    ({ name = '', ed_score: score, relation, association_type: role, external_entity_id: id, company }) =>
      defined<FindingEntity>({
        name,
        key: id === undefined ? id : companyKeyOf(id),
        score,
        relation,
        role,
        website: company?.domain,
        people: company?.key_persons.length ? company.key_persons : undefined,
      }),
  );
  return found.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
}

/** The names in fields of type company. */
function companiesIn({ fields }: JobRecord): string[] {
  return [...new Set(Object.values(fields).flatMap(companiesOf))];
}

/** A plain text could be anything (extraction service, enrichment types). */
function companiesOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const names = values.flatMap((one) => (typeof one === 'object' ? (companyNameOf(one)?.trim() ?? []) : []));
  return names.filter((name) => name !== '');
}

/** The record of a job that has recognised no company: null is the value of such a field. */
function withoutCompanies({ fields, ...record }: JobRecord): JobRecord {
  const emptied = Object.entries(fields).map(([name, value]) => [
    name,
    companiesOf(value).length > 0 ? null : value,
  ]);
  return { ...record, fields: Object.fromEntries(emptied) };
}

/** Words that mean no value (extraction service, record). */
const UNCLASSED: readonly string[] = ['unclassifiable', 'other_sector'];

/** The classes that an all-news job gave a record. */
function tagsOf({ tags = {} }: JobRecord): Record<string, string> {
  const { event_type, sector } = tags;
  const known = Object.entries({ event_type, sector }).flatMap(([name, text]) =>
    text === undefined || UNCLASSED.includes(text) ? [] : [[name, text]],
  );
  return Object.fromEntries(known);
}

/** `number of layoffs: 300; company: Acme Corp`, without empty fields. */
function describeFields(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const text = valueIn(value);
    return text === '' ? [] : [`${name.replaceAll('_', ' ')}: ${text}`];
  });
  return parts.join('; ');
}

/** The most fields that a finding keeps for its readers; `keep: full` keeps the record whole. */
const MOST_FIELDS = 20;

/** The fields as text, cleaned, without empty ones. */
function fieldsOf({ fields }: JobRecord): Record<string, string> {
  const known = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const text = cleanText(valueIn(value).slice(0, LONGEST_FIELD));
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(known.slice(0, MOST_FIELDS));
}

function valueIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    return value
      .map(valueIn)
      .filter((text) => text !== '')
      .join(', ');
  }
  return companyNameOf(value) ?? '';
}

/** A hash of the content, without order and dates of discovery: another hash means another content. */
function shortHash({ record_title, fields, summary, confidence, citations, ...record }: JobRecord): string {
  const { connected_entities, tags } = record;
  const sorted = citations.toSorted((a, b) => ((a.link ?? '') < (b.link ?? '') ? -1 : 1));
  const cited = sorted.map(({ title, link, published_date }) => ({ title, link, published_date }));
  const said = { record_title, fields, summary, confidence, cited, connected_entities, tags };
  return idOf('record', canonicalJson(said));
}

/** The excluded domain of a record when all its articles come from excluded domains. */
function excludedOutlet(articles: readonly FindingArticle[], { domains }: Exclusions): string | undefined {
  const excluded = articles.map(({ link }) => excludedDomain(domains, hostOf(link)));
  return excluded.every((domain) => domain !== undefined) ? excluded[0] : undefined;
}

function hostOf(link: string | undefined): string | undefined {
  const host = link === undefined ? undefined : URL.parse(link)?.hostname;
  return host?.replace(/^www\./, '') || undefined;
}

/** Records as findings. */
export function seenRecords(
  { records, unusable, dropped }: { records: readonly JobRecord[] } & Omit<Items<JobRecord>, 'kept'>,
  sight: RecordReading,
): SeenRecords {
  const toFinding = (record: JobRecord) => recordToFinding(record, sight);
  return {
    ...foundItems(records, { toFinding, unusable }),
    origins: new Map(records.flatMap(originOf)),
    refused: dropped,
  };
}

/** Articles in records of monitors name the job that found them. The job of the first one created the record. */
function originOf({ record_id, citations }: JobRecord): [string, string][] {
  const [first] = citations.toSorted((a, b) => (a.added_on ?? Infinity) - (b.added_on ?? Infinity));
  return first?.job_id === undefined ? [] : [[fingerprintOf(record_id), first.job_id]];
}
