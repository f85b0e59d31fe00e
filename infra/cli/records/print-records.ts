import { isoOf, type Instant } from '../../../shared/domain/time/instant.ts';
import { companyNameOf } from '../../../shared/providers/extraction/source/record.ts';
import { publicationOf } from '../../../shared/providers/http/lenient.ts';
import { csvCell } from '../../../shared/render/text/plain-text.ts';
import { plainText, printTable } from '../print-values.ts';
import { paint } from '../terminal/paint.ts';
import type { WatchRecord } from './read-watch-records.ts';

/** A table shows so many fields; CSV and JSON have all. */
const FIELDS_SHOWN = 4;
const TITLE_WIDTH = 60;
const FIELD_WIDTH = 24;

/** The names of the extracted fields, in the order in which records first have them. */
export function fieldNamesOf(records: readonly WatchRecord[]): string[] {
  return [...new Set(records.flatMap(({ record }) => Object.keys(record.fields)))];
}

/** Records as a table for people. */
export function recordsTable(records: readonly WatchRecord[]): string {
  const shown = fieldNamesOf(records).slice(0, FIELDS_SHOWN);
  const head = [
    'FOUND',
    'RECORD',
    ...shown.map((name) => plainText(name).toUpperCase().replaceAll('_', ' ')),
    'SOURCES',
  ];
  const rows = records.map(({ record, foundAt }) => [
    isoOf(foundAt).slice(0, 16).replace('T', ' '),
    cut(record.record_title ?? record.record_id, TITLE_WIDTH),
    ...shown.map((name) => cut(fieldText(record.fields[name]), FIELD_WIDTH)),
    String(record.citations.length),
  ]);
  return printTable([head.map((cell) => paint('heading', cell)), ...rows]);
}

/** Records as CSV: one row each, one column for each field. A spreadsheet runs no cell as a formula. */
export function recordsCsv(records: readonly WatchRecord[]): string {
  const names = fieldNamesOf(records);
  const head = [
    'record',
    'job',
    'foundAt',
    'updatedAt',
    'title',
    ...names,
    'templateSummary',
    'confidence',
    'companies',
    'eventType',
    'sector',
    'sources',
  ];
  const rows = records.map(({ record, job, foundAt }) => [
    record.record_id,
    job ?? '',
    isoOf(foundAt),
    timeOf(record.updated_on) ?? '',
    record.record_title ?? '',
    ...names.map((name) => fieldText(record.fields[name])),
    record.summary ?? '',
    record.confidence ?? '',
    record.connected_entities.flatMap(({ name }) => name ?? []).join(' | '),
    record.tags?.event_type ?? '',
    record.tags?.sector ?? '',
    record.citations.flatMap(({ link }) => link ?? []).join(' | '),
  ]);
  return [head, ...rows].map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\n`).join('');
}

/** A record for JSON: fields as the service gives them, times as ISO text. */
export function recordDocument({ record, job, foundAt }: WatchRecord): object {
  return {
    id: record.record_id,
    job: job ?? null,
    foundAt: isoOf(foundAt),
    updatedAt: timeOf(record.updated_on),
    title: record.record_title ?? null,
    fields: record.fields,
    summary: record.summary ?? null,
    confidence: record.confidence ?? null,
    companies: record.connected_entities.map((one) => ({
      name: one.name ?? null,
      score: one.ed_score ?? null,
      role: one.association_type ?? null,
      relation: one.relation ?? null,
      id: one.external_entity_id ?? null,
    })),
    eventType: record.tags?.event_type ?? null,
    sector: record.tags?.sector ?? null,
    sources: record.citations.map(({ title, link, ...citation }) => ({
      title: title ?? null,
      link: link ?? null,
      publishedAt: timeOf(citation.published_date),
      publishedPrecision: publicationOf(citation).publishedPrecision ?? null,
    })),
  };
}

function timeOf(at: Instant | undefined): string | null {
  return at === undefined ? null : isoOf(at);
}

/** A field as one line: a company by its name, a list with commas. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(fieldText)
      .filter((text) => text !== '')
      .join(', ');
  return companyNameOf(value) ?? JSON.stringify(value);
}

function cut(text: string, width: number): string {
  const letters = Array.from(plainText(text));
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : letters.join('');
}
