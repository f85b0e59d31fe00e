import { plainName } from '../../../domain/channels/channel.ts';
import type { Subject } from '../../../domain/policies/policy.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { jobRequestBreaches } from '../../../domain/services/extraction-rules.ts';
import { ScheduleError } from '../../../domain/time/schedule.ts';
import { scheduleInWords } from '../../../domain/upstream/desired-monitor.ts';
import { didYouMean } from '../near-miss.ts';
import { hintFrom, memberOf, namesIn, type Problem } from '../problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { companyKey } from '../schema/watchlist-schema.ts';
import { type CheckedFile, namedChannels, subjectIn } from './check-named.ts';

/** A message lists at most this many companies as possible values. */
const MOST_LISTED = 10;

/**
 * Checks that the watchlists of the file have the companies of each channel. Where a watch follows datasets by their
 * ids, the file does not say which companies it follows. Where a watch finds companies of any name, only a company
 * that looks like a misspelt one is an error.
 */
export function checkCompanies({ raw, valid }: CheckedFile): Problem[] {
  const watches = Object.values(valid.watches ?? {});
  if (watches.some(followsDatasets)) return [];
  const allowsOthers = watches.some(findsAnyCompany);
  const listed = namesIn(raw, 'watchlists').flatMap((name) => companiesIn(raw, name));
  const known = new Set(listed.map(plainName));
  return Object.entries(valid.channels ?? {}).flatMap(([channel, { companies = [] }]) =>
    companies.flatMap((company, index): Problem[] => {
      const near = didYouMean(company, listed);
      if (known.has(plainName(company)) || (allowsOthers && near === undefined)) return [];
      const path = ['channels', channel, 'companies', index];
      const what = `No watchlist has the company "${company}"`;
      const hint = near ?? 'add it to the watchlist that the watches of this channel follow, or remove it';
      return [{ path, what, ...expectationOf(listed), hint }];
    }),
  );
}

function expectationOf(listed: readonly string[]): Pick<Problem, 'expected'> {
  if (listed.length === 0) return { expected: 'a company of the section watchlists' };
  return listed.length > MOST_LISTED ? {} : { expected: listed.join(', ') };
}

/** The names, ids and domains of a watchlist, also where other parts of it are wrong. */
function companiesIn(raw: unknown, watchlist: string): string[] {
  const companies = ['watchlists', watchlist, 'companies'].reduce(memberOf, raw);
  if (!Array.isArray(companies)) return [];
  return companies.flatMap((company: unknown) =>
    ['name', 'id', 'domain'].flatMap((key) => {
      const value = memberOf(company, key);
      return typeof value === 'string' && value.trim() !== '' ? [value] : [];
    }),
  );
}

/** Warns of a watch that never alerts its channel, or hardly ever, because the channel takes other companies only. */
export function companyWarnings(file: PartialFile): Problem[] {
  return Object.entries(file.watches ?? {}).flatMap(([name, watch]): Problem[] =>
    namedChannels(watch, file).flatMap((channel): Problem[] => {
      const companies = file.channels?.[channel]?.companies;
      if (!companies || !alertsOnFindings(watch)) return [];
      const warning = mismatchOf(watch, { channel, companies, file });
      return warning ? [{ path: ['watches', name], atKey: true, ...warning }] : [];
    }),
  );
}

const OTHER_CHANNEL = 'use another channel, or follow a watchlist with one of these companies';

/** Why the findings of a watch do not reach a channel for some companies; undefined where they can. */
function mismatchOf(
  watch: PartialWatch,
  { channel, companies, file }: { channel: string; companies: readonly string[]; file: PartialFile },
): Pick<Problem, 'what' | 'hint'> | undefined {
  const subject = subjectIn(watch);
  if (!subject) return undefined;
  const limit = `the channel "${channel}" takes only some companies`;
  if (!subject.namesCompanies) {
    const remedy = REMEDIES[subject.finds];
    const hint = remedy === undefined ? OTHER_CHANNEL : `${remedy}, or ${OTHER_CHANNEL}`;
    return { what: `This watch never alerts: ${limit}, and its findings name no company`, hint };
  }
  if (followsOneOf(companies, { watch, file })) return undefined;
  const what = `This watch alerts only on a record that names a company of the channel too: ${limit}, and the watch follows others`;
  return { what, hint: OTHER_CHANNEL };
}

/** What makes findings name companies. */
const REMEDIES: Readonly<Partial<Record<Subject['finds'], string>>> = {
  articles: 'add include_nlp_data: true to the query, if the kind and your plan allow it',
  records: 'remove mode: lite',
};

/** A watch that only counts, or whose alerts never show a finding, sends none that could name a company. */
function alertsOnFindings({ kind, alert }: PartialWatch): boolean {
  return kind !== 'volume' && policyOf(alert?.when ?? 'story').showsFindings !== false;
}

/** Whether the findings can be about one of these companies. Without a watchlist they can be about any. */
function followsOneOf(
  companies: readonly string[],
  { watch: { watchlist, ...watch }, file }: { watch: PartialWatch; file: PartialFile },
): boolean {
  if (watchlist === undefined || followsDatasets(watch)) return true;
  const list = file.watchlists?.[watchlist]?.companies;
  if (!list) return true;
  const wanted = new Set(companies.map(plainName));
  return list.some(
    (company) => wanted.has(plainName(company.name)) || wanted.has(plainName(companyKey(company))),
  );
}

/** Whether the findings can name companies that are in no watchlist. */
function findsAnyCompany(watch: PartialWatch): boolean {
  return watch.watchlist === undefined && subjectIn(watch)?.namesCompanies === true;
}

function followsDatasets({ query = {} }: PartialWatch): boolean {
  return query['connected_dataset_ids'] !== undefined;
}

/** The largest record of a watchlist in the table, in bytes, with room for its keys. */
const MOST_BYTES = 300_000;

/** Checks each watchlist: it has companies, and each company once. */
export function checkWatchlists({ raw, valid: { watchlists = {} } }: CheckedFile): Problem[] {
  return Object.entries(watchlists).flatMap(([name, { companies }]) => {
    const path = ['watchlists', name];
    const written = path.reduce<unknown>(memberOf, raw);
    if (['companies', 'file'].every((key) => memberOf(written, key) === undefined)) {
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
