import { plainName } from '../../domain/channels/channel.ts';
import type { Subject } from '../../domain/policies/policy.ts';
import { subjectOf } from '../../domain/counting/watch-subject.ts';
import { watchQuerySchema } from '../stored/definitions.ts';
import { memberOf } from './expectations.ts';
import type { SoundFile, SoundWatch } from './file-schema.ts';
import { type Checked, namesIn } from './names-in-file.ts';
import { didYouMean } from './near-miss.ts';
import type { Problem } from './problem.ts';
import { companyKey } from './watchlist-schema.ts';

/** So many names are listed as what may stand there. */
const MOST_NAMED = 10;

/**
 * That the companies of channels stand in a watchlist of the file. Where a watch follows datasets by their ids, nobody here
 * knows which companies these hold; where one finds companies of any name, only what looks like a slip is refused.
 */
export function checkCompanies({ raw, sound }: Checked): Problem[] {
  const watches = Object.values(sound.watches ?? {});
  if (watches.some(followsDatasets)) return [];
  const isFree = watches.some(findsAnyCompany);
  const listed = namesIn(raw, 'watchlists').flatMap((name) => companiesIn(raw, name));
  const known = new Set(listed.map(plainName));
  return Object.entries(sound.channels ?? {}).flatMap(([channel, { companies = [] }]) =>
    companies.flatMap((company, index): Problem[] => {
      const meant = didYouMean(company, listed);
      if (known.has(plainName(company)) || (isFree && meant === undefined)) return [];
      const path = ['channels', channel, 'companies', index];
      const what = `no watchlist has the company ${company}`;
      return [{ path, what, ...expectationOf(listed), hint: meant ?? ADD }];
    }),
  );
}

const ADD = 'add it to the watchlist that the watches of this channel follow, or take it out';

function expectationOf(listed: readonly string[]): Pick<Problem, 'expected'> {
  if (listed.length === 0) return { expected: 'a company of the section watchlists' };
  return listed.length > MOST_NAMED ? {} : { expected: listed.join(', ') };
}

/** The names and ids of a watchlist, right or wrong in other respects. */
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

/** A watch that finds nothing which its channel would take, or next to nothing: it names no company, or follows others. */
export function companyWarnings(sound: SoundFile): Problem[] {
  return Object.entries(sound.watches ?? {}).flatMap(([name, watch]): Problem[] => {
    const channel = watch.alert?.channel ?? sound.defaults?.channel;
    const companies = channel === undefined ? undefined : sound.channels?.[channel]?.companies;
    if (channel === undefined || !companies || !showsFindings(watch)) return [];
    const wrong = wrongIn(watch, { companies, sound });
    if (!wrong) return [];
    const what = `the channel ${channel} is for some companies, and ${wrong.what}`;
    return [{ path: ['watches', name], atKey: true, what, hint: wrong.hint }];
  });
}

const OTHER = 'let it alert another channel, or follow a watchlist with one of these companies';

function wrongIn(
  watch: SoundWatch,
  { companies, sound }: { companies: readonly string[]; sound: SoundFile },
): Pick<Problem, 'what' | 'hint'> | undefined {
  const subject = subjectIn(watch);
  if (!subject) return undefined;
  if (!subject.namesCompanies) {
    const way = WAYS[subject.finds];
    const hint = way === undefined ? OTHER : `${way}, or ${OTHER}`;
    return { what: 'what this watch finds names none: it is never told', hint };
  }
  if (followsOneOf(companies, { watch, sound })) return undefined;
  const what = 'this watch follows others: it is told only where a record names one of these beside its own';
  return { what, hint: OTHER };
}

const WAYS: Readonly<Partial<Record<Subject['finds'], string>>> = {
  articles: 'add include_nlp_data: true to its query, if its path and your plan have it',
  records: 'take mode: lite out',
};

/** What only counts, and what rings when nothing comes, shows no finding that could name a company. */
function showsFindings({ kind, alert }: SoundWatch): boolean {
  return kind !== 'volume' && alert?.when !== 'silence';
}

/** Whether what it finds can be about one of these companies: without a watchlist it can be about any. */
function followsOneOf(
  companies: readonly string[],
  { watch: { watchlist, ...watch }, sound }: { watch: SoundWatch; sound: SoundFile },
): boolean {
  if (watchlist === undefined || followsDatasets(watch)) return true;
  const list = sound.watchlists?.[watchlist]?.companies;
  if (!list) return true;
  const wanted = new Set(companies.map(plainName));
  return list.some(
    (company) => wanted.has(plainName(company.name)) || wanted.has(plainName(companyKey(company))),
  );
}

/** Whether what it finds may name companies that stand in no watchlist. */
function findsAnyCompany(watch: SoundWatch): boolean {
  return watch.watchlist === undefined && subjectIn(watch)?.namesCompanies === true;
}

/** Undefined for a watch whose kind is not sound. */
function subjectIn({ kind, query, watchlist }: SoundWatch): Subject | undefined {
  if (kind === undefined) return undefined;
  const asked = watchQuerySchema.catch({}).parse(query ?? {});
  return subjectOf({ kind, query: asked, ...(watchlist !== undefined && { watchlist }) });
}

function followsDatasets({ query = {} }: SoundWatch): boolean {
  return query['connected_dataset_ids'] !== undefined;
}
