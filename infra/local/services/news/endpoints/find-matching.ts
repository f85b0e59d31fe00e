import { setImmediate as nextTurn } from 'node:timers/promises';
import { analysisFilters } from '../filters/analysis-filter.ts';
import { contentFilters } from '../filters/content-filter.ts';
import { sourceFilters } from '../filters/source-filter.ts';
import { timeFilter } from '../filters/time-filter.ts';
import { columnsOf } from '../library/columns.ts';
import type { Entry } from '../library/entry.ts';
import { findEntries, type Keep, type Search } from '../library/find-hits.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';

/** The articles that a request finds, in the order of their rows, and the query by which they can be ranked. */
export interface Matching {
  entries: Entry[];
  query: Search['query'];
}

/**
 * Finds the articles that match the query of a request and pass all its filters, and `also` this one. Language analysis
 * comes last and lets other requests in between, for it may cost a millisecond an article where it is asked first.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export async function findMatching(
  { library, outlets, analyst }: Newsroom,
  { parameters, also = () => true }: { parameters: Parameters; also?: Keep },
): Promise<Matching> {
  const keeps: Keep[] = [
    timeFilter(parameters),
    ...sourceFilters(parameters, outlets),
    ...contentFilters(parameters),
    also,
  ];
  const analysis = analysisFilters(parameters, analyst);
  const { query: node } = parameters;
  const query = node && { node, columns: columnsOf(parameters.list('search_in')) };
  const found = findEntries(library, { query, keep: passesAll(keeps) });
  return { entries: analysis.length === 0 ? found : await inTurns(found, passesAll(analysis)), query };
}

function passesAll(keeps: readonly Keep[]): Keep {
  return (entry) => keeps.every((keep) => keep(entry));
}

/** So many articles are analysed before others get a turn. */
const TURN = 50;

async function inTurns(entries: readonly Entry[], keep: Keep): Promise<Entry[]> {
  const kept: Entry[] = [];
  for (let at = 0; at < entries.length; at += TURN) {
    kept.push(...entries.slice(at, at + TURN).filter(keep));
    await nextTurn();
  }
  return kept;
}
