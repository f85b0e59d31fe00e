import { jobRequestBreaches } from '../../../domain/services/extraction-rules.ts';
import { scheduleInWords } from '../../../domain/upstream/monitor-schedule.ts';
import { ScheduleError } from '../../../domain/time/schedule.ts';
import { hintFrom, type Problem } from '../problems/problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { companyKey } from '../schema/watchlist-schema.ts';

/** The largest record of a watchlist in the table, in bytes, with room for its keys. */
const MOST_BYTES = 300_000;

/** Checks each watchlist: it has companies, and each company once. */
export function checkWatchlists({ watchlists = {} }: PartialFile): Problem[] {
  return Object.entries(watchlists).flatMap(([name, { companies, file }]) => {
    const path = ['watchlists', name];
    if (companies === undefined && file === undefined) {
      const hint = 'add companies: [{ name: Acme }], or file: suppliers.csv';
      return [{ path, atKey: true, what: 'The watchlist has no companies', hint }];
    }
    const size = Buffer.byteLength(JSON.stringify(companies ?? []));
    if (size > MOST_BYTES) {
      const what = `The watchlist has ${size} bytes, the maximum is ${MOST_BYTES}`;
      return [{ path, atKey: true, what, hint: 'split it into two, or leave out descriptions' }];
    }
    return duplicatesIn(companies ?? [], path);
  });
}

function duplicatesIn(
  companies: readonly { id?: string | undefined; domain?: string | undefined; name: string }[],
  path: readonly string[],
): Problem[] {
  const seen = new Set<string>();
  return companies.flatMap((company, index): Problem[] => {
    const key = companyKey(company);
    const isNew = !seen.has(key);
    seen.add(key);
    if (isNew) return [];
    const what = `The watchlist has the company "${key}" twice`;
    return [{ path: [...path, 'companies', index], what, hint: 'remove one, or give each its own id' }];
  });
}

/** Checks the rules of monitors and watchlists within a watch (extraction service, monitors and submit). */
export function checkJobs(watch: PartialWatch, path: readonly string[]): Problem[] {
  if (watch.kind !== 'extraction') return [];
  return [...checkMonitor(watch, path), ...checkDatasets(watch, path)];
}

function checkMonitor(watch: PartialWatch, path: readonly string[]): Problem[] {
  const { mode, backfill, schedule, query } = watch;
  if (mode !== 'monitor') {
    if (backfill === undefined) return [];
    const what = 'Only a monitor uses "backfill"';
    return [
      { path: [...path, 'backfill'], atKey: true, what, hint: 'add mode: monitor, or remove backfill' },
    ];
  }
  const problems: Problem[] = [];
  if (query?.['mode'] === 'lite') {
    const what = 'A monitor cannot repeat a job of mode lite';
    problems.push({ path: [...path, 'query', 'mode'], what, hint: 'remove it: the default mode is base' });
  }
  const refusal = schedule === undefined ? undefined : refusalOf(schedule);
  if (refusal !== undefined) {
    const what = 'The service does not accept this schedule for a monitor';
    problems.push({ path: [...path, 'schedule'], what, hint: refusal });
  }
  return problems;
}

/** Why the service refuses a schedule for a monitor; undefined where it takes the schedule. */
function refusalOf(schedule: string): string | undefined {
  try {
    scheduleInWords(schedule, 'UTC');
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return hintFrom(error.message);
    throw error;
  }
}

/** Some parameters need companies: those of datasets, or those of a watchlist. */
function checkDatasets({ query = {}, watchlist }: PartialWatch, path: readonly string[]): Problem[] {
  const { connected_dataset_ids: ids } = query;
  if (watchlist !== undefined && ids !== undefined) {
    const what = 'The watch has both a watchlist and ids of datasets';
    const at = [...path, 'query', 'connected_dataset_ids'];
    return [{ path: at, atKey: true, what, hint: 'remove one of them' }];
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
    hint: 'add watchlist: NAME with a watchlist of this file, or the ids of datasets',
  }));
}
