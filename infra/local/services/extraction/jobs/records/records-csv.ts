import { stringify } from 'csv-stringify/sync';

/** The columns of every record, before those of the fields. */
const FIRST = ['record_id', 'record_title'];
/** Columns of records that belong to runs of a monitor. */
const SEEN = ['added_on', 'updated_on'];

/**
 * Records, as answers show them, as CSV: one row each, one column for each enrichment field in the order of first
 * appearance, citations as JSON, and for jobs with datasets two more JSON columns (extraction service, CSV).
 */
export function recordsCsv(
  records: readonly Readonly<Record<string, unknown>>[],
  { fields, connected }: { fields: readonly string[]; connected: boolean },
): string {
  const names = [...new Set([...fields, ...records.flatMap((record) => Object.keys(enrichmentOf(record)))])];
  const seen = records.some((record) => 'added_on' in record) ? SEEN : [];
  const columns = [
    ...FIRST,
    ...names,
    ...seen,
    'citations',
    ...(connected ? ['event_associated_entities', 'mention_entities'] : []),
  ];
  const rows = records.map((record) => [
    ...FIRST.map((name) => cell(record[name])),
    ...names.map((name) => cell(enrichmentOf(record)[name])),
    ...seen.map((name) => cell(record[name])),
    JSON.stringify(record['citations'] ?? []),
    ...(connected ? [entitiesCell(record, 'event_associated'), entitiesCell(record, 'mention')] : []),
  ]);
  return stringify([columns, ...rows]);
}

function enrichmentOf(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { enrichment } = record;
  return typeof enrichment === 'object' && enrichment !== null ? { ...enrichment } : {};
}

/** Text as it is, objects and lists as JSON, nothing for null. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function entitiesCell(record: Readonly<Record<string, unknown>>, association: string): string {
  const entities: unknown[] = Array.isArray(record['connected_entities']) ? record['connected_entities'] : [];
  const wanted = entities.filter(
    (entity) =>
      typeof entity === 'object' &&
      entity !== null &&
      'association_type' in entity &&
      entity.association_type === association,
  );
  return JSON.stringify(wanted);
}
