import { GoneError } from '../../../shared/domain/lib/errors.ts';
import {
  contains,
  DAY,
  dayAfter,
  dayOf,
  type Instant,
  isoOf,
  SECOND,
  type Window,
} from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { companyNameOf, type JobRecord } from '../../../shared/providers/extraction/source/record.ts';
import { publicationOf } from '../../../shared/providers/http/lenient.ts';
import { csvLine } from '../export/exported.ts';
import { ONE_WATCH, needWatch, stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, printTable, withNulls } from '../print-values.ts';
import { readSpan, SPAN_OPTIONS } from '../read-span.ts';
import type { Stack } from '../stack/stack.ts';
import { paint } from '../terminal.ts';

/** Shows the records of an extraction watch with all their fields. */
export const records = stackCommand({
  usage: 'records WATCH [options]',
  about: `Shows the records that the extraction service has for a watch of kind extraction, with the extracted fields: those of
its jobs of the last 7 days, or of its monitor. It reads them from the service, which costs no credits. Without --csv and
--json it prints a table with the first fields.`,
  options: {
    ...SPAN_OPTIONS,
    csv: { type: 'boolean', about: 'print CSV, one row for each record, one column for each field' },
  },
  takes: ONE_WATCH,
  async run({ values, positionals: [id = ''], stack }, world) {
    if (values.csv && values.json)
      throw new CliFailure('You cannot use --csv and --json together.', { hint: 'remove one of them' });
    const watch = needWatch(id, { watches: await stack.definitions.watches(), stack });
    if (watch.kind !== 'extraction') {
      throw new CliFailure(`Watch ${id} is of kind ${watch.kind}: it has findings, and no records.`, {
        hint: `write bellwether export --to FOLDER --watch ${id}`,
      });
    }
    const now = stack.now();
    const window = readSpan(values, { since: now - USUAL_SPAN, now });
    const found = await readWatchRecords(watch, { stack, window });
    if (!values.json) world.stderr.write(goneText(found.gone));
    return {
      text: values.csv ? recordsCsv(found.records) : tableOf(id, found),
      document: {
        stack: stack.name,
        watch: id,
        gone: found.gone,
        records: found.records.map(recordDocument),
      },
    };
  },
});

function tableOf(id: string, { records: all }: WatchRecords): string {
  if (all.length === 0)
    return `No records of ${plainText(id)} in this time. Use --from to go further back.\n`;
  const fields = fieldNamesOf(all);
  const more = fields.length > 4 ? `, ${printAmount(fields.length, 'field')}: --csv and --json show all` : '';
  return `${recordsTable(all)}${printAmount(all.length, 'record')}${more}.\n`;
}

function goneText(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  return `The service no longer has ${printAmount(gone.length, 'job')} of this time: ${gone.map(plainText).join(', ')}\n`;
}

/** More jobs than a day has. */
const MOST_A_DAY = 10_000;
/** Time limit for all requests of one job or monitor. */
const PATIENCE = 120 * SECOND;

/** A record, the job that found it, and when: of a monitor as the service says, else when the job was made. */
interface WatchRecord {
  record: JobRecord;
  job: string | undefined;
  foundAt: Instant;
}

/** The records of a watch. `gone` are ids of jobs that the service no longer has. */
interface WatchRecords {
  records: WatchRecord[];
  gone: string[];
}

type Asked = Pick<Stack, 'extractions' | 'resources' | 'recordsOf' | 'now'>;

/**
 * Reads the records of an extraction watch from the service: those of its monitor, or those of the jobs that were
 * made in a window, the newest job first. Errors are `UpstreamError`s.
 */
async function readWatchRecords(
  { id, monitor }: Pick<Watch, 'id' | 'monitor'>,
  { stack, window }: { stack: Asked; window: Window },
): Promise<WatchRecords> {
  return monitor ? readMonitor(id, { stack, window }) : readJobs(id, { stack, window });
}

async function readMonitor(
  watchId: string,
  { stack, window }: { stack: Asked; window: Window },
): Promise<WatchRecords> {
  const resources = await stack.resources.all();
  const known = resources.find((one) => one.type === 'monitor' && one.name === watchId);
  const monitorId = known?.type === 'monitor' ? known.monitor?.id : undefined;
  if (monitorId === undefined) return { records: [], gone: [] };
  const records = await stack.recordsOf({ monitorId }, limitsOf(stack));
  const dated = records.map((record) => ({
    record,
    job: record.citations[0]?.job_id,
    foundAt: record.added_on ?? record.updated_on ?? window.from,
  }));
  const found = dated.filter(({ foundAt }) => contains(window, foundAt));
  return { records: found.toSorted((a, b) => b.foundAt - a.foundAt), gone: [] };
}

async function readJobs(
  watchId: string,
  { stack, window }: { stack: Asked; window: Window },
): Promise<WatchRecords> {
  const records: WatchRecord[] = [];
  const gone: string[] = [];
  for (const { jobId, madeAt } of await jobsOf(watchId, { stack, window })) {
    try {
      const found = await stack.recordsOf({ jobId }, limitsOf(stack));
      records.push(...found.map((record) => ({ record, job: jobId, foundAt: madeAt })));
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
      gone.push(jobId);
    }
  }
  return { records, gone };
}

async function jobsOf(watchId: string, { stack, window }: { stack: Asked; window: Window }) {
  const jobs = new Map<string, { jobId: string; madeAt: Instant }>();
  for (let day = dayOf(window.from); day <= dayOf(window.to - 1); day = dayAfter(day)) {
    for (const made of await stack.extractions.madeOn(day, MOST_A_DAY)) {
      const { upstreamId: jobId, createdAt: madeAt } = made;
      if (made.watchId !== watchId || jobId === undefined || !contains(window, madeAt)) continue;
      jobs.set(jobId, { jobId, madeAt });
    }
  }
  return [...jobs.values()].toSorted((a, b) => b.madeAt - a.madeAt);
}

function limitsOf({ now }: Pick<Stack, 'now'>) {
  return { deadline: now() + PATIENCE };
}

/** How far back the records go when nothing else is said. */
const USUAL_SPAN = 7 * DAY;

/** A table shows so many fields; CSV and JSON have all. */
const FIELDS_SHOWN = 4;
const TITLE_WIDTH = 60;
const FIELD_WIDTH = 24;

/** The names of the extracted fields, in the order in which records first have them. */
function fieldNamesOf(records: readonly WatchRecord[]): string[] {
  return [...new Set(records.flatMap(({ record }) => Object.keys(record.fields)))];
}

/** Records as a table for people. */
function recordsTable(records: readonly WatchRecord[]): string {
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

/** Records as CSV: one row each, one column for each field. */
export function recordsCsv(records: readonly WatchRecord[]): string {
  const columns: readonly (readonly [name: string, of: (one: WatchRecord) => unknown])[] = [
    ['record', ({ record }) => record.record_id],
    ['job', ({ job }) => job],
    ['foundAt', ({ foundAt }) => isoOf(foundAt)],
    ['updatedAt', ({ record }) => timeOf(record.updated_on)],
    ['title', ({ record }) => record.record_title],
    ...fieldNamesOf(records).map(
      (name) => [name, ({ record }: WatchRecord) => fieldText(record.fields[name])] as const,
    ),
    ['templateSummary', ({ record }) => record.summary],
    ['confidence', ({ record }) => record.confidence],
    ['companies', ({ record }) => record.connected_entities.flatMap(({ name }) => name ?? [])],
    ['eventType', ({ record }) => record.tags?.event_type],
    ['sector', ({ record }) => record.tags?.sector],
    ['sources', ({ record }) => record.citations.flatMap(({ link }) => link ?? [])],
  ];
  const rows = records.map((one) => columns.map(([, of]) => of(one)));
  return [columns.map(([name]) => name), ...rows].map(csvLine).join('');
}

/** A record for JSON: fields as the service gives them, times as ISO text. */
function recordDocument({ record, job, foundAt }: WatchRecord) {
  const { tags, connected_entities: companies, citations } = record;
  return withNulls({
    id: record.record_id,
    job,
    foundAt: isoOf(foundAt),
    updatedAt: timeOf(record.updated_on),
    title: record.record_title,
    fields: record.fields,
    summary: record.summary,
    confidence: record.confidence,
    companies: companies.map((one) =>
      withNulls({
        name: one.name,
        score: one.ed_score,
        role: one.association_type,
        relation: one.relation,
        id: one.external_entity_id,
      }),
    ),
    eventType: tags?.event_type,
    sector: tags?.sector,
    sources: citations.map(({ title, link, ...citation }) =>
      withNulls({
        title,
        link,
        publishedAt: timeOf(citation.published_date),
        publishedPrecision: publicationOf(citation).publishedPrecision,
      }),
    ),
  });
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
