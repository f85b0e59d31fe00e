import type { Explanation } from '../../domain/pages/explanation.ts';
import { type Finding, isRanked, rankOf, UNRANKED } from '../../domain/findings/finding.ts';
import type { QueryValue, Watch } from '../../domain/watches/watch.ts';

/** Which part of a query leaves an article out, as far as the article shows; undefined when none does. */
export function explainQueryMiss(
  watch: Watch,
  { finding, matches }: { finding: Finding; matches: boolean },
): Explanation | undefined {
  const missed = belowRank(watch, finding) ?? otherPlace(watch, finding) ?? otherAuthor(watch, finding);
  if (missed || matches) return missed;
  return { standing: 'not-matched', text: 'Its text does not match the query of the watch.' };
}

/** The service returns ranked outlets only, unless the query says otherwise (news service, ranked_only). */
function belowRank({ kind, query }: Watch, { outlet }: Finding): Explanation | undefined {
  const rank = rankOf(outlet);
  const domain = outlet?.domain ?? 'its outlet';
  const rankedOnly =
    query['ranked_only'] ?? (kind === 'search' || kind === 'authors' || kind === 'headlines');
  if (!isRanked(rank) && (rankedOnly === true || rankedOnly === 'true')) {
    return {
      standing: 'below-rank',
      text: `Its outlet ${domain} has no rank, and the query finds only ranked outlets. Set ranked_only: false to include it.`,
    };
  }
  const [best, worst] = [numberOf(query['from_rank'], 1), numberOf(query['to_rank'], UNRANKED)];
  if (rank >= best && rank <= worst) return undefined;
  return {
    standing: 'below-rank',
    text: `Its outlet ${domain} has rank ${rank.toLocaleString('en')}. The query finds only ranks ${best.toLocaleString('en')} to ${worst.toLocaleString('en')}.`,
  };
}

/** Language, country and source: the parameters that include and exclude, and what they are compared with. */
function otherPlace({ query }: Watch, { language, outlet }: Finding): Explanation | undefined {
  const sorts = [
    { value: language, only: 'lang', not: 'not_lang', is: 'It is in', same: isEqual },
    {
      value: outlet?.country,
      only: 'countries',
      not: 'not_countries',
      is: 'Its outlet is from',
      same: isEqual,
    },
    { value: outlet?.domain, only: 'sources', not: 'not_sources', is: 'Its outlet is', same: isWithin },
  ];
  for (const { value, only, not, is, same } of sorts) {
    if (value === undefined) continue;
    const [wanted, unwanted] = [listOf(query[only]), listOf(query[not])];
    if (wanted.length > 0 && !wanted.some((one) => same(value, one)))
      return {
        standing: 'not-matched',
        text: `${is} ${value}. The query finds only ${wanted.join(', ')}.`,
      };
    const left = unwanted.find((one) => same(value, one));
    if (left !== undefined)
      return { standing: 'not-matched', text: `${is} ${value}. The query excludes ${left} (${not}).` };
  }
  return undefined;
}

function isEqual(value: string, one: string): boolean {
  return value.toLowerCase() === one.toLowerCase();
}

/** Sources are written without scheme, with or without www. */
function isWithin(value: string, one: string): boolean {
  const [host, domain] = [value, one].map((text) => text.toLowerCase().replace(/^www\./, ''));
  return host === domain || host?.endsWith(`.${domain}`) === true;
}

function otherAuthor({ query }: Watch, { authors }: Finding): Explanation | undefined {
  const author = query['author_name'];
  if (typeof author !== 'string' || authors.some((name) => name.toLowerCase() === author.toLowerCase()))
    return undefined;
  const known = authors.length === 0 ? 'not named' : authors.join(', ');
  return { standing: 'not-matched', text: `Its author is ${known}. The query finds only ${author}.` };
}

function numberOf(value: QueryValue | undefined, otherwise: number): number {
  const number = Number(value ?? otherwise);
  return Number.isNaN(number) ? otherwise : number;
}

function listOf(value: QueryValue | undefined): string[] {
  if (typeof value === 'string') return value.split(',').map((one) => one.trim());
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
