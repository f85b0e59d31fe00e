import { jobRequestBreaches } from '../../domain/services/extraction-rules.ts';
import { spokenSchedule } from '../../domain/upstream/monitor-schedule.ts';
import { ScheduleError } from '../../domain/time/schedule.ts';
import type { SoundFile, SoundWatch } from './file-schema.ts';
import type { Problem } from './problem.ts';
import { companyKey } from './watchlist-schema.ts';

/** What the record of a watchlist may weigh in the table, with room for its keys. */
const MOST_BYTES = 300_000;

/** Rules within a watchlist: it has companies from one place, and each of them once. */
export function checkWatchlists({ watchlists = {} }: SoundFile): Problem[] {
  return Object.entries(watchlists).flatMap(([name, list]) => {
    const path = ['watchlists', name];
    const { companies, file } = list;
    if (companies === undefined && file === undefined) {
      const hint = 'add companies: [{ name: Acme }], or file: suppliers.csv';
      return [{ path, atKey: true, what: 'the watchlist has no companies', hint }];
    }
    const weight = Buffer.byteLength(JSON.stringify(companies ?? []));
    if (weight > MOST_BYTES) {
      const what = `the watchlist is too large: ${weight} bytes, at most ${MOST_BYTES}`;
      return [{ path, atKey: true, what, hint: 'make two of it, or leave out descriptions' }];
    }
    return doubles(companies ?? [], path);
  });
}

function doubles(
  companies: readonly { id?: string | undefined; domain?: string | undefined; name: string }[],
  path: readonly string[],
): Problem[] {
  const seen = new Set<string>();
  return companies.flatMap((company, index): Problem[] => {
    const key = companyKey(company);
    const isNew = !seen.has(key);
    seen.add(key);
    if (isNew) return [];
    const what = `the company ${key} stands here twice`;
    return [
      { path: [...path, 'companies', index], what, hint: 'take one out, or give each an id of its own' },
    ];
  });
}

/** Rules of monitors and watchlists within a watch (extraction service, monitors and submit). */
export function checkJobs(watch: SoundWatch, path: readonly string[]): Problem[] {
  if (watch.kind !== 'extraction') return [];
  return [...checkMonitor(watch, path), ...checkDatasets(watch, path)];
}

function checkMonitor(watch: SoundWatch, path: readonly string[]): Problem[] {
  const { mode, backfill, schedule, query } = watch;
  if (mode !== 'monitor') {
    if (backfill === undefined) return [];
    const what = 'only a monitor fills the gap before its first run';
    return [{ path: [...path, 'backfill'], atKey: true, what, hint: 'add mode: monitor, or take it out' }];
  }
  const problems: Problem[] = [];
  if (query?.['mode'] === 'lite') {
    const what = 'a monitor cannot repeat a job of mode lite';
    problems.push({ path: [...path, 'query', 'mode'], what, hint: 'take it out: base is the default' });
  }
  const refusal = schedule === undefined ? undefined : refusalOf(schedule);
  if (refusal !== undefined) {
    const what = 'the service does not take this timetable for a monitor';
    problems.push({ path: [...path, 'schedule'], what, hint: refusal });
  }
  return problems;
}

function refusalOf(schedule: string): string | undefined {
  try {
    spokenSchedule(schedule, 'UTC');
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}

/** Some parameters work on companies alone: of datasets by their ids, or of a watchlist. */
function checkDatasets({ query = {}, watchlist }: SoundWatch, path: readonly string[]): Problem[] {
  const { connected_dataset_ids: ids } = query;
  if (watchlist !== undefined && ids !== undefined) {
    const what = 'a watch follows a watchlist or datasets by their ids, not both';
    return [{ path: [...path, 'query', 'connected_dataset_ids'], atKey: true, what, hint: 'take one out' }];
  }
  if (watchlist !== undefined || ids !== undefined) return [];
  const facts = {
    ...(query['fetch_all_watchlist_news'] === true && { fetch_all_watchlist_news: true }),
    ...(typeof query['ed_association_type'] === 'string' && {
      ed_association_type: query['ed_association_type'],
    }),
  };
  return jobRequestBreaches(facts).map(({ fields: [field = ''], message }) => ({
    path: [...path, 'query', field],
    what: message.replace(/\.$/, ''),
    hint: 'name a watchlist of this file with watchlist: NAME, or datasets by their ids',
  }));
}
