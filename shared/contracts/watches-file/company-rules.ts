import { plainName } from '../../domain/channel.ts';
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
 * knows which companies these hold.
 */
export function checkCompanies({ raw, sound }: Checked): Problem[] {
  if (Object.values(sound.watches ?? {}).some(followsDatasets)) return [];
  const listed = namesIn(raw, 'watchlists').flatMap((name) => companiesIn(raw, name));
  const known = new Set(listed.map(plainName));
  return Object.entries(sound.channels ?? {}).flatMap(([channel, { companies = [] }]) =>
    companies.flatMap((company, index): Problem[] => {
      if (known.has(plainName(company))) return [];
      const path = ['channels', channel, 'companies', index];
      const what = `no watchlist has the company ${company}`;
      return [{ path, what, ...expectationOf(listed), hint: didYouMean(company, listed) ?? ADD }];
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

/** A watch that can find nothing which its channel would take: it names no company, or only others. */
export function companyWarnings(sound: SoundFile): Problem[] {
  return Object.entries(sound.watches ?? {}).flatMap(([name, watch]): Problem[] => {
    const channel = watch.alert?.channel ?? sound.defaults?.channel;
    const companies = channel === undefined ? undefined : sound.channels?.[channel]?.companies;
    if (channel === undefined || !companies || !showsFindings(watch) || canName(companies, { watch, sound }))
      return [];
    const what = `the channel ${channel} is for some companies, and this watch names none of them: it is never told`;
    const hint = 'let it alert another channel, or follow a watchlist with one of these companies';
    return [{ path: ['watches', name], atKey: true, what, hint }];
  });
}

/** What only counts, and what rings when nothing comes, shows no finding that could name a company. */
function showsFindings({ kind, alert }: SoundWatch): boolean {
  return kind !== 'volume' && alert?.when !== 'silence';
}

function canName(
  companies: readonly string[],
  { watch, sound }: { watch: SoundWatch; sound: SoundFile },
): boolean {
  if (watch.kind !== 'extraction') return false;
  if (followsDatasets(watch)) return true;
  if (watch.watchlist === undefined) return false;
  const list = sound.watchlists?.[watch.watchlist]?.companies;
  if (!list) return true;
  const wanted = new Set(companies.map(plainName));
  return list.some(
    (company) => wanted.has(plainName(company.name)) || wanted.has(plainName(companyKey(company))),
  );
}

function followsDatasets({ query = {} }: SoundWatch): boolean {
  return query['connected_dataset_ids'] !== undefined;
}
